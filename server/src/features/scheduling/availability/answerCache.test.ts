import { beforeAll, expect, test } from "vitest";
import { openPatiently } from "../../../../test/fixtures/database.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import type { Database } from "../../../platform/database/index.ts";
import { validityAt } from "./answerCache.ts";
import { findAvailability } from "./ask.ts";

let open: TestApp;
/** A second instance that simulates another process. `sent` contains the names of its SQL statements. */
let elsewhere: Database;
const sent: string[] = [];
beforeAll(async () => {
  open = await testApp();
  const database = openPatiently({ connectionString: open.connectionString, poolSize: 2 });
  elsewhere = {
    hasSystemClock: database.hasSystemClock,
    query: (statement, values) => {
      sent.push(statement.name);
      return database.query(statement, values);
    },
    transaction: (work) => database.transaction(work),
    dryRun: (work) => database.dryRun(work),
    listen: (signal, listener) => database.listen(signal, listener),
    close: () => database.close(),
  };
});

const MINUTE = 60_000;
/** 08:00 in Berlin on a day on which the salon is open. */
const OPENS_AT = Date.parse("2027-03-04T08:00:00+01:00");

/** Sends an availability request to the other process. A cached response has the same `body` object as the first response. */
async function ask(
  now: number,
  { fromAt = OPENS_AT, ...query }: { readonly fromAt?: number; readonly audience?: "online" } = {},
) {
  sent.length = 0;
  const { businessId, locationId, cut } = open.salon;
  const body = await findAvailability({ database: elsewhere, clock: { now: () => now } }, businessId, {
    location_id: locationId,
    service_ids: [cut],
    from: new Date(fromAt).toISOString(),
    to: new Date(fromAt + 8 * 60 * MINUTE).toISOString(),
    ...query,
  });
  const { data } = JSON.parse(body.toString()) as { data: { slots: { starts_at: string }[] } };
  return { body, starts: data.slots.map(({ starts_at }) => Date.parse(starts_at)), statements: [...sent] };
}

test("a repeated question takes one statement, until another process changes the answer", async () => {
  const now = OPENS_AT - 24 * 60 * MINUTE;
  const first = await ask(now);
  const repeated = await ask(now);
  expect(repeated.body).toBe(first.body);
  expect(repeated.statements).toEqual(["calendars_read_versions"]);
  const startsAt = first.starts[0] as number;
  for (const staff of [open.salon.anna, open.salon.ben]) {
    const booked = await open.book(new Date(startsAt).toISOString(), open.salon.cut, staff);
    expect(booked.status).toBe(201);
  }
  const after = await ask(now);
  expect(first.starts).toContain(startsAt);
  expect(after.starts).not.toContain(startsAt);
  expect((await ask(now)).body).toBe(after.body);
});

test("a window in the future has the same answer until it begins; after that its answer changes each minute", async () => {
  const far = await ask(OPENS_AT - 60 * MINUTE);
  expect((await ask(OPENS_AT)).body).toBe(far.body);
  const [first = 0, second = 0] = far.starts;
  const atFirst = await ask(first);
  expect(atFirst.starts[0]).toBe(first);
  const justAfter = await ask(first + 1);
  expect(justAfter.starts[0]).toBe(second);
  expect((await ask(first + MINUTE - 1)).body).toBe(justAfter.body);
  expect((await ask(first + MINUTE + 1)).body).not.toBe(justAfter.body);
});

test("answers for online bookings are repeated within a minute", async () => {
  const now = OPENS_AT - 48 * 60 * MINUTE + 1;
  const first = await ask(now, { audience: "online" });
  expect((await ask(now + MINUTE - 2, { audience: "online" })).body).toBe(first.body);
  expect((await ask(now + MINUTE, { audience: "online" })).body).not.toBe(first.body);
});

test("an answer ends with the first hold that it counts, and a whole minute has an answer of its own", () => {
  const online = { fromAt: 0, audience: "online", holdsExpireAt: 90_000 } as const;
  expect(validityAt(61_000, online)).toEqual({ fromAt: 60_001, untilAt: 89_999 });
  expect(validityAt(60_000, online)).toEqual({ fromAt: 60_000, untilAt: 60_000 });
});
