import { beforeAll, expect, test } from "vitest";
import { publishedBodies } from "../../src/platform/outbox/table.ts";
import { closedAtEnd } from "../fixtures/closeAtEnd.ts";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { isFullRun } from "../fullRun.ts";
import { inconsistenciesOf } from "../races/consistency.ts";
import { fullBook } from "../races/fullBook.ts";
import { overlapsOf } from "../races/overlaps.ts";
import { openSalon, type SalonInItsFolder } from "./salonInItsFolder.ts";

const BOOKINGS = isFullRun ? 1_000 : 120;
const CALLERS = 16;
/** The counts of acknowledged bookings at which the test causes a crash. */
const CRASHES = [BOOKINGS * 0.3, BOOKINGS * 0.6];

/** One installation for all tests. Each test crashes the installation and books different times. */
let fixture: SalonInItsFolder;
/** The bookings of all tests, and one more for the end of each test. */
let book: ReturnType<typeof fullBook>;
beforeAll(async () => {
  fixture = closedAtEnd(await openSalon(CALLERS));
  book = fullBook(fixture.salon, 3 * (BOOKINGS + 1));
}, 240_000);

const killServer = () => fixture.killServer();
const killDatabase = () => fixture.killDatabase();
const killBoth = () => fixture.killBoth();
/** The two crashes of each test. `npm test` causes one crash of each kind, because each start of the server takes seconds. */
const TESTS = isFullRun
  ? [
      { what: "the server", kills: [killServer, killServer] },
      { what: "the database", kills: [killDatabase, killDatabase] },
      { what: "both at once", kills: [killBoth, killBoth] },
    ]
  : [{ what: "the database, then of both at once,", kills: [killDatabase, killBoth] }];

test.each(TESTS)(
  `after kill -9 of $what during ${BOOKINGS} bookings every acknowledged booking is complete, and none is stored in part`,
  async ({ kills }) => {
    const acknowledged = await bookThrough(kills);
    if (isFullRun) await fixture.killBoth();

    const connectionString = await fixture.connectionString();
    const { events, ...settings } = await readBooks(connectionString);
    expect(settings).toEqual({ fsync: "on", synchronousCommit: "on" });
    // Requests that were in flight during a crash have no response.
    expect(acknowledged.length).toBeGreaterThanOrEqual(BOOKINGS * 0.6);
    expect(acknowledged.filter(({ id, json }) => events.get(id) !== json)).toEqual([]);
    expect(await changedSinceAnswer(acknowledged)).toEqual([]);
    expect(await inconsistenciesOf(connectionString)).toEqual([]);
    expect(await overlapsOf(connectionString)).toEqual([]);
    const [client] = await fixture.clients();
    expect((await client?.("POST", "/appointments", book.pop()?.body))?.status).toBe(201);
  },
  240_000,
);

/** A booking with a 201 response, and the JSON of that response. */
interface Acknowledged {
  readonly id: string;
  readonly json: string;
}

/**
 * Books the next appointments of the list concurrently from all callers and causes the crashes. After a lost connection or a
 * 503, a caller continues with the next booking. In `npm test`, the last crash ends the bookings, so that every acknowledged booking was
 * acknowledged before a crash; a full run continues and then crashes the installation again. Returns the bookings with a 201 response.
 */
async function bookThrough(kills: readonly (() => Promise<void>)[]): Promise<Acknowledged[]> {
  const list = book.splice(0, BOOKINGS);
  const log: Acknowledged[] = [];
  const unexpected: number[] = [];
  const crashes: Promise<void>[] = [];
  const work = async (caller: number) => {
    for (let booking = list.pop(); booking !== undefined; booking = list.pop()) {
      const client = (await fixture.clients())[caller];
      const reply = await client?.("POST", "/appointments", booking.body).catch(() => undefined);
      if (reply?.status === 201) {
        log.push({ id: reply.body.data?.id ?? "", json: JSON.stringify(reply.body.data) });
        const kill = kills[CRASHES.indexOf(log.length)];
        if (kill !== undefined) crashes.push(kill());
        if (!isFullRun && crashes.length === kills.length) list.length = 0;
      } else if (reply !== undefined && reply.status !== 503) unexpected.push(reply.status);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => work(caller)));
  await Promise.all(crashes);
  expect(crashes).toHaveLength(CRASHES.length);
  expect(unexpected).toEqual([]);
  return log;
}

/** Returns the ids of acknowledged bookings whose GET response differs from the 201 response. */
async function changedSinceAnswer(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const [client] = await fixture.clients();
  const different: string[] = [];
  for (const { id, json } of acknowledged) {
    const reply = await client?.("GET", `/appointments/${id}`);
    if (JSON.stringify(reply?.body.data) !== json) different.push(id);
  }
  return different;
}

/** Reads the `appointment.created` events by appointment, and the settings that make a commit wait for the disk. */
async function readBooks(connectionString: string) {
  const client = await connectedClient(connectionString);
  const { rows } = await client.query<{ body_full: string }>(
    `select body_full from events join ${publishedBodies} as bodies using (business_id, id) where type = 'appointment.created'`,
  );
  const { rows: settings } = await client.query<{ fsync: string; synchronous_commit: string }>(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit",
  );
  await client.end();
  const events = rows.map(({ body_full }): [string, string] => {
    const { data } = JSON.parse(body_full) as { data: { id: string } };
    return [data.id, JSON.stringify(data)];
  });
  return {
    events: new Map(events),
    fsync: settings[0]?.fsync,
    synchronousCommit: settings[0]?.synchronous_commit,
  };
}
