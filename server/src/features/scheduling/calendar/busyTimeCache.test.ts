import { beforeAll, expect, test } from "vitest";
import { openPatiently } from "../../../../test/fixtures/database.ts";
import { type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { isFullRun } from "../../../../test/fullRun.ts";
import { chanceFrom } from "../../../../test/week/weekSalon.ts";
import type { Database } from "../../../platform/database/index.ts";
import { createTimeOff, deleteTimeOff } from "../../business/staff/index.ts";
import { findAvailability } from "../availability/ask.ts";

/**
 * The tests make changes through `open`. `elsewhere` simulates another process, which has cached the busy time from before each
 * change.
 */
let open: TestApp;
let elsewhere: Database;
beforeAll(async () => {
  open = await testApp({ roomCapacity: 2 });
  elsewhere = openPatiently({ connectionString: open.connectionString, poolSize: 2 });
});

/** The number of changes. */
const ROUNDS = isFullRun ? 240 : 60;
const DAY = 86_400_000;
/** The boundary between two cache pages of 32 days each, counted from 1970. */
const EDGE_AT = Math.round(Date.UTC(2027, 2, 30) / (32 * DAY)) * 32 * DAY;

/** Returns the same database as a new object, whose cache is empty. */
const withoutCache = (): Database => ({
  hasSystemClock: elsewhere.hasSystemClock,
  query: (statement, values) => elsewhere.query(statement, values),
  transaction: (work) => elsewhere.transaction(work),
  dryRun: (work) => elsewhere.dryRun(work),
  listen: (signal, heard) => elsewhere.listen(signal, heard),
  close: () => elsewhere.close(),
});

async function answers(database: Database): Promise<string[]> {
  const { salon, clock } = open;
  const dates = { from: day(EDGE_AT - 4 * DAY), to: day(EDGE_AT + 3 * DAY) };
  const questions = [[salon.cut], [salon.colour, salon.massage], [salon.massage]].flatMap((service_ids) =>
    (["team", "online"] as const).map((audience) => ({
      location_id: salon.locationId,
      service_ids,
      audience,
      ...dates,
    })),
  );
  return Promise.all(
    questions.map(async (question) =>
      (await findAvailability({ database, clock }, salon.businessId, question)).toString(),
    ),
  );
}
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

test("after every change by another process a process with a cache answers like one without", async () => {
  const { salon, call, book, database, clock } = open;
  const { businessId, locationId, anna, ben, roomId } = salon;
  const chance = chanceFrom(5);
  const booked: { id: string; items: { id: string }[] }[] = [];
  const blocks: string[] = [];
  const timesOff: [staffId: string, id: string][] = [];
  const anyStart = () => new Date(EDGE_AT - 3 * DAY + chance.below(6 * 48) * 1_800_000).toISOString();
  const anyStaffId = () => chance.pick([anna, ben]);
  const change = (path: string, body: object, method: "PATCH" | "POST" = "PATCH") => {
    const appointment = chance.pick(booked);
    return call(method, `/appointments/${appointment.id}/${path}`, {
      ...body,
      ...(path === "duration" ? { item_id: appointment.items[0]?.id } : {}),
    });
  };
  const operations: [name: string, run: () => Promise<unknown>][] = [
    [
      "book",
      async () => {
        const answer = await book(
          anyStart(),
          chance.pick([salon.cut, salon.colour, salon.massage]),
          anyStaffId(),
        );
        if (answer.status === 201) booked.push(answer.body.data);
      },
    ],
    ["move", () => change("schedule", { starts_at: anyStart(), force: chance.below(2) === 0 })],
    [
      "swap",
      async () => {
        const appointment = chance.pick(booked);
        const items = [{ id: appointment.items[0]?.id, staff_id: anyStaffId() }];
        await call("PATCH", `/appointments/${appointment.id}/schedule`, { starts_at: anyStart(), items });
      },
    ],
    ["resize", () => change("duration", { minutes: 15 + chance.below(120), force: chance.below(2) === 0 })],
    ["no-show", () => change("transitions", { to: "no_show" }, "POST")],
    ["undo", () => change("transitions", { to: "booked" }, "POST")],
    ["cancel", () => change("transitions", { to: "cancelled" }, "POST")],
    [
      "block",
      async () => {
        const starts_at = anyStart();
        const who = chance.pick([{ staff_id: anna }, { staff_id: ben }, { resource_id: roomId }]);
        const ends_at = new Date(Date.parse(starts_at) + 3_600_000).toISOString();
        blocks.push(
          (await call("POST", "/blocks", { location_id: locationId, ...who, starts_at, ends_at })).body.data
            .id,
        );
      },
    ],
    ["unblock", () => call("DELETE", `/blocks/${blocks.pop() ?? businessId}`)],
    [
      "time off",
      async () => {
        const [staffId, startsAt] = [anyStaffId(), Date.parse(anyStart())];
        const off = {
          starts_at: new Date(startsAt).toISOString(),
          ends_at: new Date(startsAt + DAY / 2).toISOString(),
        };
        timesOff.push([
          staffId,
          (await database.transaction((tx) => createTimeOff(tx, businessId, staffId, off, clock.now()))).id,
        ]);
      },
    ],
    [
      "back again",
      async () => {
        const [staffId, id] = timesOff.pop() ?? [];
        if (staffId !== undefined && id !== undefined)
          await database.transaction((tx) => deleteTimeOff(tx, businessId, staffId, id));
      },
    ],
  ];
  await book(anyStart(), salon.cut).then((answer) => booked.push(answer.body.data));
  let different = 0;
  let before = await answers(elsewhere);
  for (let round = 0; round < ROUNDS; round++) {
    const [name, run] = operations[
      round % 3 === 0 ? 0 : chance.below(operations.length)
    ] as (typeof operations)[0];
    await run();
    const remembered = await answers(elsewhere);
    expect([name, remembered]).toEqual([name, await answers(withoutCache())]);
    if (remembered.join() !== before.join()) different++;
    before = remembered;
  }
  expect(different).toBeGreaterThan(ROUNDS / 5);
});
