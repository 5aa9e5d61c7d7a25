import { beforeEach, describe, expect, test } from "vitest";
import { signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { type Answer, bookingOf, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { column, statement } from "../../../platform/database/index.ts";
import { archiveResource, createResource } from "../../business/locations/index.ts";
import { createTimeOff } from "../../business/staff/index.ts";

/**
 * The salon of a test. The tests check the column "team" of the first table in contract §5, and the details of the 409
 * response.
 */
let open: TestApp;
beforeEach(async () => {
  open = await testApp({ isShared: true });
});

const at = (time: string) => `2027-03-08T${time}:00+01:00`;
const blockOf = (who: object, from: string, until: string) => ({
  location_id: open.salon.locationId,
  starts_at: at(from),
  ends_at: at(until),
  ...who,
});
const conflictsOf = (answer: Pick<Answer, "status" | "body">) => {
  expect(answer).toMatchObject({ status: 409, body: { success: false, code: "time_conflict" } });
  return answer.body.details.conflicts;
};

const overbooked = statement({
  name: "test_overbooked_claims",
  params: { appointmentId: column.id },
  columns: { overbooked: column.flag },
  sql: "select overbooked from claims where appointment_id = $appointmentId",
});

describe("force on a booking", () => {
  test("overbooks taken time in a session, as a claim outside the guard", async () => {
    const { salon, book, call } = open;
    const owner = await signedInMember(open, "owner");
    const first = await book(at("10:00"), salon.cut, salon.anna);
    const taken = bookingOf(salon, at("10:15"), [[salon.cut, salon.anna]]);
    conflictsOf(await owner("POST", "/appointments", { ...taken, force: false }));
    const second = await owner("POST", "/appointments", { ...taken, force: true });
    expect(second).toMatchObject({
      status: 201,
      body: { data: { starts_at: at("10:15"), status: "booked" } },
    });
    const claimsOf = (id: string) => open.database.query(overbooked, { appointmentId: id });
    expect(await claimsOf(second.body.data.id)).toEqual([{ overbooked: true }]);
    expect(await claimsOf(first.body.data.id)).toEqual([{ overbooked: false }]);
    // The overbooked time counts as taken for a booking without `force`.
    conflictsOf(await call("POST", "/appointments", { ...taken, starts_at: at("10:50") }));
  });

  test("is refused to a key, and to the role staff for another staff member", async () => {
    const { salon, call } = open;
    const anna = await signedInMember(open, "staff");
    const ofBen = bookingOf(salon, at("10:00"), [[salon.cut, salon.ben]]);
    expect((await anna("POST", "/appointments", { ...ofBen, force: true })).status).toBe(422);
    const refused = await call("POST", "/appointments", { ...ofBen, force: true });
    expect(refused).toMatchObject({ status: 422, body: { details: { fields: [{ path: "/force" }] } } });
  });
});

describe("taken for staff bookings", () => {
  test.each(["requested", "booked", "arrived", "completed"])("an appointment that is %s", async (status) => {
    const { salon, book, call } = open;
    const more = status === "requested" ? { status } : {};
    const { data } = (await book(at("10:00"), salon.cut, salon.anna, more)).body;
    if (status !== "requested") await call("POST", `/appointments/${data.id}/transitions`, { to: status });
    expect(conflictsOf(await book(at("10:30"), salon.cut))).toEqual([
      {
        item_index: 0,
        reason: "appointment",
        staff_id: salon.anna,
        resource_id: null,
        starts_at: at("10:00"),
        ends_at: at("10:55"),
      },
    ]);
  });

  test("a block, time off, and a resource that is used up or blocked", async () => {
    const { salon, book, call, database, clock } = open;
    await call("POST", "/blocks", blockOf({ staff_id: salon.anna }, "09:00", "10:00"));
    const off = { starts_at: at("10:00"), ends_at: at("11:00") };
    await database.transaction((tx) => createTimeOff(tx, salon.businessId, salon.anna, off, clock.now()));
    expect(conflictsOf(await book(at("09:00"), salon.cut))).toMatchObject([
      { reason: "block", ends_at: at("10:00") },
    ]);
    const both = conflictsOf(await book(at("09:30"), salon.cut));
    expect(both.map((conflict: { reason: string }) => conflict.reason)).toEqual(["block", "time_off"]);

    await book(at("12:00"), salon.massage, salon.ben);
    expect(conflictsOf(await book(at("12:30"), salon.massage))).toEqual([
      {
        item_index: 0,
        reason: "resource",
        staff_id: null,
        resource_id: salon.roomId,
        resource_type: "room",
        candidate_ids: [salon.roomId],
        starts_at: at("12:00"),
        ends_at: at("13:00"),
      },
    ]);
    await call("POST", "/blocks", blockOf({ resource_id: salon.roomId }, "14:00", "15:00"));
    expect(conflictsOf(await book(at("13:30"), salon.massage))).toMatchObject([{ reason: "resource" }]);
    expect((await book(at("15:00"), salon.massage)).status).toBe(201);
  });

  test("a conflict names every item with its cause", async () => {
    const { salon, book, call } = open;
    await book(at("09:00"), salon.cut, salon.anna);
    await book(at("10:00"), salon.massage, salon.ben);
    const wanted = bookingOf(salon, at("09:00"), [
      [salon.cut, salon.anna],
      [salon.massage, salon.ben],
    ]);
    const conflicts = conflictsOf(await call("POST", "/appointments", wanted));
    expect(
      conflicts.map((one: { item_index: number; reason: string; staff_id: string | null }) => [
        one.item_index,
        one.reason,
        one.staff_id,
      ]),
    ).toEqual([
      [0, "appointment", salon.anna],
      [1, "appointment", salon.ben],
      [1, "resource", null],
    ]);
  });

  test("a resource that the location no longer has", async () => {
    const { salon, database, clock } = open;
    const { businessId, locationId, roomId } = salon;
    await database.transaction((tx) => archiveResource(tx, businessId, locationId, roomId, clock.now()));
    expect(conflictsOf(await open.book(at("09:00"), salon.massage))).toMatchObject([
      {
        reason: "resource",
        resource_id: null,
        resource_type: "room",
        candidate_ids: [],
        starts_at: at("09:00"),
        ends_at: at("10:00"),
      },
    ]);
  });

  test("a conflict about several resources of a type names the type and all of them", async () => {
    const { salon, database, clock, call, book } = open;
    const { businessId, locationId, roomId } = salon;
    const other = await database.transaction((tx) =>
      createResource(tx, businessId, locationId, { name: "Cellar", type: "room" }, clock.now()),
    );
    for (const resource_id of [roomId, other.id])
      await call("POST", "/blocks", blockOf({ resource_id }, "14:00", "15:00"));
    const [conflict] = conflictsOf(await book(at("14:00"), salon.massage));
    expect(conflict).toMatchObject({ reason: "resource", resource_id: null, resource_type: "room" });
    expect([...conflict.candidate_ids].sort()).toEqual([roomId, other.id].sort());
    await book(at("09:00"), salon.cut, salon.anna);
    const [taken] = conflictsOf(await book(at("09:00"), salon.cut, salon.anna));
    expect(Object.keys(taken)).not.toContain("candidate_ids");
  });
});

describe("free for staff bookings", () => {
  test.each(["cancelled", "declined", "no_show"])("the time of an appointment that is %s", async (status) => {
    const { salon, book, call } = open;
    const more = status === "declined" ? { status: "requested" } : {};
    const { data } = (await book(at("10:00"), salon.massage, salon.anna, more)).body;
    const ended = await call("POST", `/appointments/${data.id}/transitions`, { to: status });
    expect(ended.status).toBe(200);
    expect((await book(at("10:00"), salon.massage, salon.anna)).status).toBe(201);
  });

  test("off hours, closed days, the past, far ahead, off the grid, and what is not booked online", async () => {
    const { salon, book } = open;
    for (const startsAt of [
      at("05:00"),
      "2027-03-14T10:00:00+01:00",
      "2027-02-01T10:00:00+01:00",
      "2029-01-01T10:00:00+01:00",
      "2027-03-08T12:07:13+01:00",
    ])
      expect((await book(startsAt, salon.cut)).status).toBe(201);
    const hidden = await open.addService({
      online_bookable: false,
      max_per_day: 1,
      requires_patch_test: true,
    });
    for (const time of ["14:00", "15:00"]) expect((await book(at(time), hidden)).status).toBe(201);
  });

  test("the same client elsewhere at the same time, and a client who is blocked online", async () => {
    const { salon, book } = open;
    expect((await book(at("09:00"), salon.cut, salon.anna)).status).toBe(201);
    expect((await book(at("09:00"), salon.cut, salon.ben)).status).toBe(201);
    const client_id = await open.addClient({ online_booking_blocked: true });
    expect((await book(at("11:00"), salon.cut, salon.ben, { client_id })).status).toBe(201);
  });

  test("the end of another appointment with its buffer, and processing time that is long enough", async () => {
    const { salon, book } = open;
    await book(at("09:00"), salon.cut);
    expect((await book(at("09:54"), salon.cut)).status).toBe(409);
    expect((await book(at("09:55"), salon.colour)).status).toBe(201);
    // The processing time of the colour ends at 10:55.
    const short = await open.addService({ duration_minutes: 20, buffer_after_minutes: 10 });
    expect((await book(at("10:26"), short)).status).toBe(409);
    expect((await book(at("10:24"), short)).status).toBe(409);
    expect((await book(at("10:25"), short)).status).toBe(201);
  });
});

describe("the alternatives of a 409", () => {
  test("are up to three free starts, nearest to the requested start", async () => {
    const { salon, book } = open;
    await book(at("10:00"), salon.massage);
    const { alternatives } = (await book(at("10:00"), salon.massage)).body.details;
    expect(alternatives).toEqual([at("09:00"), at("11:00"), at("11:15")]);
  });

  test("are none in the past, none outside working hours, and none for a resize or an undo", async () => {
    const { salon, book, call } = open;
    await book("2027-03-01T06:00:00+01:00", salon.cut);
    const past = await book("2027-03-01T06:00:00+01:00", salon.cut);
    expect(past.body.details.alternatives[0]).toBe("2027-03-01T09:00:00+01:00");
    const shown = (await book(at("12:00"), salon.cut)).body.data;
    await book(at("12:55"), salon.cut);
    const longer = { item_id: shown.items[0].id, minutes: 60 };
    const refused = await call("PATCH", `/appointments/${shown.id}/duration`, longer);
    expect(conflictsOf(refused)).toHaveLength(1);
    expect(refused.body.details.alternatives).toEqual([]);
  });
});
