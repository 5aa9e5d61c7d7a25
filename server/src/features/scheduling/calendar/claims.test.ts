import { beforeEach, describe, expect, test } from "vitest";
import { holdTime } from "../../../../test/fixtures/holdTime.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { bookingOf, MONDAY_AT, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { createStaffMember } from "../../business/staff/index.ts";

let open: TestApp;
beforeEach(async () => {
  open = await testApp({ isShared: true, roomCapacity: 2 });
});

const at = (time: string) => `2027-03-08T${time}:00+01:00`;
const claims = async (subjectId: string) =>
  (
    await sql(open.database)<{
      starts_at: number;
      ends_at: number;
      unit: number;
      overbooked: boolean;
      is_hold: boolean;
    }>`
    select lower(during) as starts_at, upper(during) as ends_at, unit, overbooked, hold_id is not null as is_hold
    from claims
    where business_id = ${open.salon.businessId} and subject_id = ${subjectId}
    order by lower(during), upper(during), unit`
  ).map((row) => ({
    from: new Date(row.starts_at + 3_600_000).toISOString().slice(11, 16),
    until: new Date(row.ends_at + 3_600_000).toISOString().slice(11, 16),
    unit: row.unit,
    overbooked: row.overbooked,
    ...(row.is_hold ? { hold: true } : {}),
  }));

const hold = (subjectId: string, from: string, until: string, unit: number) =>
  holdTime(open.database, {
    businessId: open.salon.businessId,
    subjectId,
    startsAt: Date.parse(at(from)),
    endsAt: Date.parse(at(until)),
    unit,
    expiresAt: open.clock.now() + 600_000,
  });

describe("the claims of an appointment", () => {
  test("cover each staff member's time with buffers, without the processing time", async () => {
    const { salon, call } = open;
    await call(
      "POST",
      "/appointments",
      bookingOf(salon, at("09:00"), [
        [salon.cut, salon.anna],
        [salon.colour, salon.anna],
      ]),
    );
    expect(await claims(salon.anna)).toEqual([
      { from: "09:00", until: "10:15", unit: 0, overbooked: false },
      { from: "10:45", until: "11:15", unit: 0, overbooked: false },
    ]);
  });

  test("take one unit of a resource each", async () => {
    const { salon, book } = open;
    await book(at("09:00"), salon.massage, salon.anna);
    await book(at("09:30"), salon.massage, salon.ben);
    expect(await claims(salon.roomId)).toEqual([
      { from: "09:00", until: "10:00", unit: 0, overbooked: false },
      { from: "09:30", until: "10:30", unit: 1, overbooked: false },
    ]);
  });

  test("are guarded if they fit, also if the items need different numbers of units", async () => {
    const { salon, book, call } = open;
    const pair = await open.addService({ name: "For two", resources: [{ type: "room", count: 2 }] });
    await book(at("10:00"), salon.massage, salon.ben);
    const answer = await call(
      "POST",
      "/appointments",
      bookingOf(salon, at("09:00"), [
        [pair, salon.anna],
        [salon.massage, salon.anna],
      ]),
    );
    expect(answer.status).toBe(201);
    expect((await claims(salon.roomId)).map(({ overbooked }) => overbooked)).toEqual([false, false, false]);
  });

  test("are overbooked only on taken time", async () => {
    const { salon, book, call } = open;
    await book(at("09:00"), salon.colour, salon.anna);
    const cut = (await book(at("12:00"), salon.colour, salon.anna)).body.data;
    await call("PATCH", `/appointments/${cut.id}/schedule`, { starts_at: at("10:00"), force: true });
    expect(await claims(salon.anna)).toEqual(
      [
        { from: "09:00", until: "09:30", unit: 0, overbooked: false },
        { from: "10:00", until: "10:30", unit: 0, overbooked: false },
        { from: "10:00", until: "10:30", unit: 0, overbooked: true },
        { from: "11:00", until: "11:30", unit: 0, overbooked: false },
      ].sort((one, other) => (one.from < other.from ? -1 : 1)),
    );
  });
});

describe("units", () => {
  test.each([
    ["are handed out anew where only that makes room", []],
    ["are handed out anew around a hold that stays", [["11:00", "12:00"]]],
    [
      "are handed out anew around what hangs on by a hold",
      [
        ["11:00", "12:30"],
        ["12:00", "13:00"],
      ],
    ],
  ] as const)("%s", async (_name, holds) => {
    const { salon, book, call } = open;
    const cleo = await open.database.transaction((tx) =>
      createStaffMember(
        tx,
        salon.businessId,
        { first_name: "Cleo", location_ids: [salon.locationId] },
        MONDAY_AT,
      ),
    );
    const lasting = (duration_minutes: number) =>
      open.addService({
        duration_minutes,
        resources: [{ type: "room", count: 1 }],
        staff: [salon.anna, salon.ben, cleo.id].map((staff_id) => ({ staff_id })),
      });
    const [hour, longer, longest] = [await lasting(60), await lasting(90), await lasting(120)];
    await book(at("09:00"), hour, salon.anna);
    const passing = (await book(at("10:30"), hour, salon.anna)).body.data;
    await book(at("10:00"), longer, salon.ben);
    await call("POST", `/appointments/${passing.id}/transitions`, { to: "cancelled" });
    for (const [index, [from, until]] of holds.entries()) await hold(salon.roomId, from, until, index % 2);

    // The claim 9:00–10:00 is on unit 0 and the claim 10:00–11:30 is on unit 1. At any time from 9:00 to 11:00, one unit is free, but no
    // unit is free for both hours.
    expect((await book(at("09:00"), longest, cleo.id)).status).toBe(201);
    const all = await claims(salon.roomId);
    expect(all.filter((claim) => "hold" in claim)).toHaveLength(holds.length);
    expect(all.every(({ overbooked, unit }) => !overbooked && unit < 2)).toBe(true);
    for (const one of all)
      for (const other of all)
        if (one !== other && one.from < other.until && other.from < one.until)
          expect(one.unit).not.toBe(other.unit);
  });
});
