import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadDemo } from "../../src/demo/index.ts";
import { settableClock } from "../../src/kernel/clock.ts";
import { checkArchive, restoreBackup, writeBackup } from "../../src/platform/backup/index.ts";
import { diskBlobs } from "../../src/platform/blobs/index.ts";
import { photoBlobs } from "../../src/tables/clients.ts";
import { recordsApp, saleOf } from "../contract/recordsApp.ts";
import { freshDatabase } from "../fixtures/database.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";
import { isFullRun } from "../fullRun.ts";
import {
  bothAnswer,
  everyPath,
  ownerOf,
  photoOf,
  pictureOf,
  routesNotRead,
  rowsOf,
  SECRET,
  served,
} from "./comparedServers.ts";
import { type SecondServer, startSecondServer } from "./secondServer.ts";

const LONG = 600_000;
const work = temporaryFolder("backup");
const photosHere = diskBlobs(join(work, "photos-here"));
const photosThere = diskBlobs(join(work, "photos-there"));
let secondServer: SecondServer;
beforeAll(async () => {
  secondServer = await startSecondServer();
}, LONG);

/** Backs up a database and restores it into a new database on the second server. Returns the new connection string. */
async function restoredCopy(connectionString: string, name: string): Promise<string> {
  const file = join(work, `${name}.daybook`);
  await writeBackup({
    file,
    connectionString,
    blobs: { store: photosHere, ...photoBlobs },
    secret: { value: SECRET, included: true },
    daybookVersion: "test",
    now: 0,
  });
  await rowsOf(secondServer.connectionString, `create database ${name}`);
  const moved = secondServer.connectionString.replace(/[^/]+$/, name);
  const { manifest } = await checkArchive(file);
  await restoreBackup({ file, manifest, connectionString: moved, blobs: photosThere, log: () => {} });
  return moved;
}

test(
  "after a restore on a new server every GET answers the same, byte for byte, and pending events are due in the same order",
  async () => {
    const fixture = await recordsApp();
    // Pays the whole amount, because only a completed sale has a receipt.
    const { sale } = await saleOf(fixture, 90_000_000);
    const { business, location } = fixture.ids;
    const publishing = `/businesses/${business}/locations/${location}/publishing`;
    expect((await fixture.owner.call("PUT", publishing, { published: true })).status).toBe(200);
    const here = await served(fixture.connectionString, fixture.clock, photosHere);
    const owner = await ownerOf(fixture, here);
    const photo_token = await photoOf(fixture, here, owner);
    const picture_token = await pictureOf(fixture, here, owner);
    await rowsOf(fixture.connectionString, scatteredPositions);
    const moved = await restoredCopy(fixture.connectionString, "records");
    const there = await served(moved, fixture.clock, photosThere);
    const ids = { ...fixture.ids, sale, photo_token, picture_token };
    expect(await routesNotRead(fixture, [here, there], { owner, ids })).toEqual([]);
    await sameWaitingEvents(fixture.connectionString, moved, 5);
    await Promise.all([here.close(), there.close()]);
    await fixture.close();
  },
  LONG,
);

// `npm test` compares the records of the test above only.
test.runIf(isFullRun)(
  "after a restore the demo's months answer the same, and pending events are due in the same order",
  async () => {
    const fresh = await freshDatabase();
    const clock = settableClock(Date.UTC(2027, 3, 14, 11, 15));
    const here = await served(fresh.connectionString, clock, photosHere);
    const demo = await loadDemo({
      database: here.database,
      clock,
      blobs: photosHere,
      secret: SECRET,
      log: () => {},
    });
    // Makes all events pending and scatters their positions, because the demo's events already have numbers. In production,
    // usually only a few of many millions of events are pending during a backup.
    await rowsOf(fresh.connectionString, scatteredPositions);
    const moved = await restoredCopy(fresh.connectionString, "salon");
    const there = await served(moved, clock, photosThere);
    const headers = { authorization: `Bearer ${demo?.key}` };
    const paths = await everyPath(fresh.connectionString);
    expect(paths.length).toBeGreaterThan(500);
    for (const path of paths) {
      const url = `/api/v1/businesses/${demo?.businessId}${path}`;
      const [before, after] = await bothAnswer(here, there, url, headers);
      expect(before.status, url).toBe(200);
      expect(after, url).toEqual(before);
    }

    await sameWaitingEvents(fresh.connectionString, moved, 1_000);
    await Promise.all([here.close(), there.close()]);
    await fresh.drop();
  },
  LONG,
);

/** Checks that the pending events of a copy have the same order, and that there are more than `count`. */
async function sameWaitingEvents(original: string, copy: string, count: number): Promise<void> {
  const waiting = await rowsOf(original, WAITING_EVENTS);
  expect(waiting.length).toBeGreaterThan(count);
  expect(await rowsOf(copy, WAITING_EVENTS)).toEqual(waiting);
  // Positions of new events must be greater than existing positions.
  const [next] = await rowsOf(copy, "select nextval('events_position_seq') as position");
  expect(Number(next?.position)).toBeGreaterThan(FIRST_POSITION + MANY_POSITIONS / 2);
}

/** Selects the pending events in the order in which the relay numbers them. */
const WAITING_EVENTS = "select id, type from events where sequence is null order by position, id";

const FIRST_POSITION = 8_000_000_000;
const MANY_POSITIONS = 1_000_000;

/** Makes all events pending and scatters their positions. */
const scatteredPositions = `
  update events
  set position = ${FIRST_POSITION} + abs(hashtext(id::text)) % ${MANY_POSITIONS}, sequence = null`;
