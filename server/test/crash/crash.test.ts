import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { isFullRun } from "../fullRun.ts";
import { loosePagesOf } from "../races/evening.ts";
import { fullBook } from "../races/fullBook.ts";
import { overlapsOf } from "../races/overlaps.ts";
import { openSalon, type SalonInItsFolder } from "./salonInItsFolder.ts";

const BOOKINGS = isFullRun ? 1_000 : 300;
const CALLERS = 16;
/** The numbers of acknowledged bookings at which it crashes. */
const CRASHES = [BOOKINGS * 0.3, BOOKINGS * 0.7];

let house: SalonInItsFolder;

afterEach(() => house.close(), 60_000);

test.each([
  { what: "the server", crash: () => house.killServer() },
  { what: "the database", crash: () => house.killDatabase() },
  { what: "both at once", crash: () => house.killBoth() },
])(
  `after kill -9 of $what during ${BOOKINGS} bookings every acknowledged booking is complete, and none is stored in part`,
  async ({ crash }) => {
    house = await openSalon(CALLERS);
    const acknowledged = await bookThrough(crash);
    await house.killBoth();

    const connectionString = await house.connectionString();
    const { told, ...settings } = await readBooks(connectionString);
    expect(settings).toEqual({ fsync: "on", synchronousCommit: "on" });
    expect(acknowledged.length).toBeGreaterThan(BOOKINGS * 0.9);
    expect(acknowledged.filter(({ id, json }) => told.get(id) !== json)).toEqual([]);
    expect(await notAsAnswered(acknowledged)).toEqual([]);
    expect(await loosePagesOf(connectionString)).toEqual([]);
    expect(await overlapsOf(connectionString)).toEqual([]);
  },
  240_000,
);

/** A visit as the 201 showed it. */
interface Acknowledged {
  readonly id: string;
  readonly json: string;
}

/**
 * The callers book the list. Whoever is cut off, or hears that the database is away, does not know how it ended and
 * goes on to the next. Answers the log of 201s.
 */
async function bookThrough(crash: () => Promise<void>): Promise<Acknowledged[]> {
  const list = fullBook(house.salon, BOOKINGS);
  const log: Acknowledged[] = [];
  const strange: number[] = [];
  const crashes: Promise<void>[] = [];
  const work = async (caller: number) => {
    for (let visit = list.pop(); visit !== undefined; visit = list.pop()) {
      const client = (await house.clients())[caller];
      const reply = await client?.("POST", "/appointments", visit.body).catch(() => undefined);
      if (reply?.status === 201) {
        log.push({ id: reply.body.data?.id ?? "", json: JSON.stringify(reply.body.data) });
        if (CRASHES.includes(log.length)) crashes.push(crash());
      } else if (reply !== undefined && reply.status !== 503) strange.push(reply.status);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => work(caller)));
  await Promise.all(crashes);
  expect(crashes).toHaveLength(CRASHES.length);
  expect(strange).toEqual([]);
  return log;
}

/** Acknowledged visits that GET does not show exactly as their 201 did. */
async function notAsAnswered(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const [client] = await house.clients();
  const different: string[] = [];
  for (const { id, json } of acknowledged) {
    const reply = await client?.("GET", `/appointments/${id}`);
    if (JSON.stringify(reply?.body.data) !== json) different.push(id);
  }
  return different;
}

/** What the outbox tells of each new visit, by its id, and whether a commit waits for the disk. */
async function readBooks(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ body_full: string }>(
    "select body_full from events where type = 'appointment.created'",
  );
  const { rows: settings } = await client.query<{ fsync: string; synchronous_commit: string }>(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit",
  );
  await client.end();
  const told = rows.map(({ body_full }): [string, string] => {
    const { data } = JSON.parse(body_full) as { data: { id: string } };
    return [data.id, JSON.stringify(data)];
  });
  return {
    told: new Map(told),
    fsync: settings[0]?.fsync,
    synchronousCommit: settings[0]?.synchronous_commit,
  };
}
