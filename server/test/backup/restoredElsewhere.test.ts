import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { photoBlobs } from "../../src/cli/backup.ts";
import { loadDemo } from "../../src/demo/index.ts";
import { addMembership } from "../../src/features/access/accounts/index.ts";
import { linkToken, manageUrl } from "../../src/features/booking/manage-links/index.ts";
import { settableClock } from "../../src/kernel/clock.ts";
import { checkArchive, restoreBackup, writeBackup } from "../../src/platform/backup/index.ts";
import { type BlobStore, diskBlobs } from "../../src/platform/blobs/index.ts";
import { type Database, openDatabase } from "../../src/platform/database/index.ts";
import type { Route } from "../../src/platform/http/route.ts";
import { addressOf, nameOf, type RecordsApp, recordsApp, saleOf } from "../contract/recordsApp.ts";
import { freshDatabase } from "../fixtures/database.ts";
import { type Browser, signedUp } from "../fixtures/signedIn.ts";
import { isFullRun } from "../fullRun.ts";
import { type SecondServer, startSecondServer } from "./secondServer.ts";

const LONG = 600_000;
const SECRET = "a secret that both installations have, 32 characters at least";
const work = mkdtempSync(join(tmpdir(), "daybook-backup-"));
const photosHere = diskBlobs(join(work, "photos-here"));
const photosThere = diskBlobs(join(work, "photos-there"));
let secondServer: SecondServer;
beforeAll(async () => {
  secondServer = await startSecondServer();
}, LONG);
afterAll(async () => {
  await secondServer.stop();
  rmSync(work, { recursive: true, force: true });
});

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
  "after a restore on a new server every GET answers the same, byte for byte",
  async () => {
    const fixture = await recordsApp();
    // Only a completed sale has a receipt.
    const { sale } = await saleOf(fixture, 90_000_000);
    const { business, location } = fixture.ids;
    const publishing = `/businesses/${business}/locations/${location}/publishing`;
    expect((await fixture.owner.call("PUT", publishing, { published: true })).status).toBe(200);
    const here = await served(fixture.connectionString, fixture.clock, photosHere);
    const owner = await ownerOf(fixture, here);
    const photo_token = await photoOf(fixture, here, owner);
    const picture_token = await pictureOf(fixture, here, owner);
    const moved = await restoredCopy(fixture.connectionString, "records");
    const there = await served(moved, fixture.clock, photosThere);
    // Excludes the visitor's client list, which needs a short-lived visitor token, and the test clock, which exists in
    // sandboxes only.
    const routes = fixture.routes.filter(
      ({ method, path }) => method === "GET" && !/\/(visitor|test-clock)$/.test(path),
    );
    const linked = { businessId: fixture.salon.businessId, appointmentId: fixture.ids.appointment ?? "" };
    const manageToken = manageUrl("", SECRET, linked).split("/").at(-1) ?? "";
    const ids = { ...fixture.ids, sale, photo_token, picture_token };
    const waitlistToken = linkToken(SECRET, "waitlist links", {
      businessId: fixture.salon.businessId,
      id: fixture.ids.entry ?? "",
    });
    const idsFor = ({ path }: Route) => {
      if (path.startsWith("/public/appointments/")) return { ...ids, token: manageToken };
      return path.startsWith("/public/waitlist/") ? { ...ids, token: waitlistToken } : ids;
    };
    const read = new Set<Route>();
    for (const route of routes) {
      for (const headers of [
        { authorization: `Bearer ${fixture.salon.key}` },
        { cookie: owner.cookie() },
        { cookie: fixture.kioskCookie },
      ]) {
        const url = urlOf(route, idsFor(route));
        const [before, after] = await bothAnswer(here, there, url, headers);
        expect(after, url).toEqual(before);
        if (before.status === 200) read.add(route);
      }
    }
    // Checks that every GET route returned 200 at least once, so that its responses were compared.
    expect(routes.filter((route) => !read.has(route)).map(nameOf)).toEqual([]);
    await Promise.all([here.close(), there.close()]);
    await fixture.close();
  },
  LONG,
);

test(
  "after a restore the demo's months answer the same, and pending events are due in the same order",
  async () => {
    const fresh = await freshDatabase();
    const clock = settableClock(Date.UTC(2027, 3, 14, 11, 15));
    const here = await served(fresh.connectionString, clock, photosHere);
    const days = isFullRun ? undefined : { past: 14, coming: 7 };
    const demo = await loadDemo({
      database: here.database,
      clock,
      blobs: photosHere,
      secret: SECRET,
      log: () => {},
      ...(days && { days }),
    });
    // The demo's events already have sequence numbers. In production, a backup usually runs while a few of millions of events
    // are pending.
    await rowsOf(fresh.connectionString, scatteredPositions);
    const moved = await restoredCopy(fresh.connectionString, "salon");
    const there = await served(moved, clock, photosThere);
    const headers = { authorization: `Bearer ${demo?.key}` };
    const paths = await everyPath(fresh.connectionString);
    expect(paths.length).toBeGreaterThan(isFullRun ? 1_000 : 50);
    for (const path of paths) {
      const url = `/api/v1/businesses/${demo?.businessId}${path}`;
      const [before, after] = await bothAnswer(here, there, url, headers);
      expect(before.status, url).toBe(200);
      expect(after, url).toEqual(before);
    }

    const waiting = await rowsOf(fresh.connectionString, WAITING_EVENTS);
    expect(waiting.length).toBeGreaterThan(1_000);
    expect(await rowsOf(moved, WAITING_EVENTS)).toEqual(waiting);
    // Positions of new events must be greater than existing positions.
    const [next] = await rowsOf(moved, "select nextval('events_position_seq') as position");
    expect(Number(next?.position)).toBeGreaterThan(FIRST_POSITION + MANY_POSITIONS / 2);
    await Promise.all([here.close(), there.close()]);
    await fresh.drop();
  },
  LONG,
);

/** Selects the pending events in the order in which the relay numbers them. */
const WAITING_EVENTS = "select id, type from events where sequence is null order by position, id";

const FIRST_POSITION = 8_000_000_000;
const MANY_POSITIONS = 1_000_000;

const scatteredPositions = `
  update events
  set position = ${FIRST_POSITION} + abs(hashtext(id::text)) % ${MANY_POSITIONS}, sequence = null`;

interface Served {
  readonly app: FastifyInstance;
  readonly database: Database;
  close(): Promise<void>;
}

async function served(
  connectionString: string,
  clock: RecordsApp["clock"],
  blobs: BlobStore,
): Promise<Served> {
  const database = openDatabase({ connectionString });
  const app = await buildApp({ database, clock, secret: SECRET, blobs });
  return {
    app,
    database,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}

/** Signs up a user on a server with the restored secret and makes the user an owner of the salon. */
async function ownerOf({ salon, clock }: RecordsApp, { app, database }: Served): Promise<Browser> {
  const owner = await signedUp(app);
  const membership = {
    userId: owner.userId,
    businessId: salon.businessId,
    role: "owner",
    staffId: null,
  } as const;
  await database.transaction((tx) => addMembership(tx, { ...membership, now: clock.now() }));
  return owner;
}

/** Uploads a photo of the fixture's client. Returns the token in the photo's URL. */
async function photoOf({ ids }: RecordsApp, here: Served, owner: Browser): Promise<string> {
  const path = `/clients/${ids.client}/photos`;
  const { url } = await uploaded(here, owner, "POST", `/businesses/${ids.business}${path}`, {
    stage: "before",
    taken_at: "2027-02-27T10:00:00Z",
    consent: JSON.stringify({ given: true, date: "2027-02-27", scope: "record" }),
  });
  return tokenIn(url);
}

/** Uploads the photo of a staff member. Returns the token in its URL. */
async function pictureOf({ ids }: RecordsApp, here: Served, owner: Browser): Promise<string> {
  const { photo_url } = await uploaded(
    here,
    owner,
    "PUT",
    `/businesses/${ids.business}/staff/${ids.staff}/photo`,
  );
  return tokenIn(photo_url);
}

const tokenIn = (url: unknown) => String(url).split("/").at(-1) ?? "";

/** Sends a form with an image. Returns the record in the response. */
async function uploaded(
  { app }: Served,
  owner: Browser,
  method: "POST" | "PUT",
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([Buffer.from(smallestPng, "base64")], { type: "image/png" }), "before.png");
  const body = new Response(form);
  const answer = await app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      "content-type": body.headers.get("content-type") ?? "",
      cookie: owner.cookie(),
      host: "localhost:80",
      origin: "http://localhost:80",
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  expect(answer.statusCode, answer.body).toBe(method === "POST" ? 201 : 200);
  return answer.json().data;
}

const smallestPng =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function bothAnswer(here: Served, there: Served, url: string, headers: Record<string, string>) {
  const [before, after] = await Promise.all(
    [here, there].map(async ({ app }) => {
      const { statusCode: status, body } = await app.inject({
        url,
        headers: { host: "localhost:80", ...headers },
      });
      return { status, body };
    }),
  );
  if (before === undefined || after === undefined) throw new Error("There must be two answers.");
  return [before, after] as const;
}

/** Returns the URL of a route with its required query parameters. */
function urlOf(route: Route, ids: RecordsApp["ids"]): string {
  const { required = [], properties = {} } = (route.query ?? {}) as {
    required?: string[];
    properties?: Readonly<Record<string, { readonly format?: string }>>;
  };
  const given: Record<string, string | undefined> = {
    from: "2027-03-01T00:00:00Z",
    to: "2027-04-20T00:00:00Z",
    location_id: ids.location,
    service_ids: ids.service,
    client_id: ids.client,
  };
  const givenFor = (name: string) =>
    properties[name]?.format === "date" ? given[name]?.slice(0, 10) : given[name];
  const query = new URLSearchParams(required.map((name): [string, string] => [name, givenFor(name) ?? ""]));
  return `${addressOf(route, ids)}?${query}`;
}

/** The sampling interval for clients and appointments: the test reads about one in `SHARE`. */
const SHARE = isFullRun ? 4 : 20;

/**
 * Returns the paths of a sample of the demo's clients and appointments, of all services, staff members and locations, and of
 * all weeks in the demo's calendar.
 */
async function everyPath(connectionString: string): Promise<string[]> {
  const rows = await rowsOf(
    connectionString,
    `select '/clients/' || id || deeper as path
     from clients cross join (values (''), ('/appointments?limit=100'), ('/forms'), ('/wallet')) as below (deeper)
     where abs(hashtext(id::text)) % ${SHARE} = 0
     union all select '/appointments/' || id from appointments where abs(hashtext(id::text)) % ${SHARE} = 0
     union all select '/services/' || id from services
     union all select '/staff/' || id || '/hours' from staff
     union all select '/locations/' || id from locations
     union all
     select
       '/appointments?limit=1000&location_id=' || locations.id || '&from=' || to_char(week, 'YYYY-MM-DD"T00:00:00Z"')
         || '&to=' || to_char(week + interval '7 days', 'YYYY-MM-DD"T00:00:00Z"')
     from locations cross join generate_series('2027-02-01'::timestamp, '2027-06-01', '7 days') as week
     order by path`,
  );
  return rows.map(({ path }) => String(path));
}

async function rowsOf(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
