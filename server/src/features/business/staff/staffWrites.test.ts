import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "../../../../test/fixtures/sql.ts";
import { isUnknown, refuses, useCaseApp } from "../../../../test/fixtures/useCaseApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { column, statement } from "../../../platform/database/index.ts";
import { checkOf } from "../../../platform/http/validation.ts";
import { createClient } from "../../clients/clients/index.ts";
import {
  createStaffMember,
  createTimeOff,
  deleteTimeOff,
  replaceStaffHours,
  updateStaffMember,
} from "./index.ts";
import { StaffHoursInput, type StaffMemberChanges, StaffMemberInput, TimeOffInput } from "./schema.ts";
import { staffHours } from "./staffHours.ts";
import { staffMemberRecord } from "./staffMemberRecord.ts";

const now = Date.UTC(2027, 0, 4, 9);
const later = now + 60_000;

/** A new business for each test. */
let businessId: string;
let mitte: string;
let nord: string;
let playa: string;

const fixture = await useCaseApp(now);
beforeEach(async () => {
  businessId = await fixture.newBusiness();
  mitte = await fixture.newLocation(businessId, "Mitte");
  nord = await fixture.newLocation(businessId, "Nord");
  playa = await fixture.newLocation(businessId, "Playa", { time_zone: "Atlantic/Canary" });
});

const addStaffMember = (wanted: Partial<StaffMemberInput> = {}) =>
  fixture.does((tx) =>
    createStaffMember(tx, businessId, { first_name: "Ada", location_ids: [mitte, nord], ...wanted }, now),
  );
const change = (id: string, changes: StaffMemberChanges, business = businessId) =>
  fixture.does((tx) => updateStaffMember(tx, business, id, changes, later));
const setHours = (id: string, hours: Partial<StaffHoursInput>, business = businessId) =>
  fixture.does((tx) => replaceStaffHours(tx, business, id, { weekly: [], exceptions: [], ...hours }, later));
const addTimeOff = (id: string, starts_at: string, ends_at: string, business = businessId) =>
  fixture.does((tx) => createTimeOff(tx, business, id, { starts_at, ends_at }, now));
const removeTimeOff = (id: string, timeOffId: string) =>
  fixture.does((tx) => deleteTimeOff(tx, businessId, id, timeOffId));
const hoursAsTheyAre = (id: string) => staffHours(fixture.database, businessId, id, now);
const at = (location_id: string, weekday: number, starts: string, ends: string) => ({
  location_id,
  weekday,
  starts,
  ends,
});
const insertAppointment = statement({
  name: "test_staff_insert_appointment",
  params: {
    businessId: column.id,
    id: column.id,
    locationId: column.id,
    clientId: column.id,
    startsAt: column.instant,
    endsAt: column.instant,
    staffId: column.id,
  },
  sql: `with appointment as (
           insert into appointments (
             business_id, id, location_id, client_id, status, starts_at, ends_at, starts_local, tz_version, source, total_amount,
             currency, version, created_at, updated_at
           )
           values ($businessId, $id, $locationId, $clientId, 'booked', $startsAt, $endsAt, '2027-02-01', 'test', 'api', 0, 'EUR', 1, now(), now())
         )
         insert into claims (business_id, id, subject_id, during, unit, overbooked, exclusive, appointment_id)
         values ($businessId, $id, $staffId, tstzrange($startsAt, $endsAt), 0, false, false, $id)`,
});

const claimsOf = async (id: string) =>
  (
    await sql(fixture.database)<{ claims: number }>`
    select count(*) as claims from claims where business_id = ${businessId} and subject_id = ${id}`
  )[0]?.claims;
const book = async (staffId: string, locationId: string, starts: string, ends: string) => {
  const client = await fixture.does((tx) =>
    createClient(tx, { businessId, createdBy: null, now, client: { first_name: "Kim" } }),
  );
  const id = newId();
  await fixture.database.query(insertAppointment, {
    businessId,
    id,
    locationId,
    clientId: client.id,
    startsAt: Date.parse(starts),
    endsAt: Date.parse(ends),
    staffId,
  });
  return id;
};

describe("a staff member", () => {
  test("has defaults", async () => {
    expect(await addStaffMember({ first_name: "Bo" })).toMatchObject({
      first_name: "Bo",
      last_name: null,
      display_name: "Bo",
      title: null,
      bookable: true,
      active: true,
      location_ids: [mitte, nord].sort(),
      service_ids: [],
      color: null,
      position: 1,
    });
    expect(await addStaffMember({ display_name: "Bee", position: 9 })).toMatchObject({
      display_name: "Bee",
      position: 9,
    });
    expect((await addStaffMember()).position).toBe(10);
  });

  test("works at locations of the business, without repeated ids", async () => {
    const foreign = await fixture.newLocation(await fixture.newBusiness(), "Foreign");
    await refuses(
      addStaffMember({ location_ids: [mitte, foreign, newId()] }),
      "/location_ids/1",
      "/location_ids/2",
    );
    await refuses(addStaffMember({ location_ids: [mitte, mitte.toUpperCase()] }), "/location_ids/1");
    const { id } = await addStaffMember();
    await refuses(change(id, { location_ids: [foreign] }), "/location_ids/0");
  });

  test("changes only the fields sent; null clears", async () => {
    const before = await addStaffMember({ last_name: "Roth", title: "Colourist", color: "#000000" });
    const changes = {
      first_name: "Adele",
      last_name: null,
      color: null,
      bookable: false,
      location_ids: [nord],
      position: 4,
    };
    expect(await change(before.id, changes)).toEqual({
      ...before,
      ...changes,
      updated_at: "2027-01-04T09:01:00Z",
      remaining_membership: null,
      conflicts: [],
    });
    expect(await change(before.id, { active: false })).toMatchObject({ active: false });
    expect(await change(before.id, { active: true })).toMatchObject({ active: true });
  });

  test("without a change keeps updated_at", async () => {
    const before = await addStaffMember();
    const same = { location_ids: [nord, mitte].sort().reverse(), active: true };
    expect(await change(before.id, same)).toEqual({
      ...before,
      remaining_membership: null,
      conflicts: [],
    });
  });

  test("loses the hours at a removed location", async () => {
    const { id } = await addStaffMember();
    await setHours(id, {
      weekly: [at(mitte, 1, "09:00", "13:00"), at(nord, 2, "09:00", "13:00")],
      exceptions: [
        { date: "2027-05-01", location_id: mitte, intervals: [] },
        { date: "2027-05-02", location_id: nord, intervals: [] },
      ],
    });
    await change(id, { location_ids: [nord] });
    await change(id, { location_ids: [mitte, nord] });
    const { weekly, exceptions } = await hoursAsTheyAre(id);
    expect(weekly).toEqual([at(nord, 2, "09:00", "13:00")]);
    expect(exceptions).toEqual([{ date: "2027-05-02", location_id: nord, intervals: [] }]);
  });

  test("of another business answers 404 to every operation", async () => {
    const { id } = await addStaffMember();
    const foreign = await fixture.newBusiness();
    await isUnknown(change(id, { active: false }, foreign));
    await isUnknown(setHours(id, {}, foreign));
    await isUnknown(addTimeOff(id, "2027-02-01T09:00:00Z", "2027-02-01T10:00:00Z", foreign));
    await isUnknown(change(newId(), {}));
  });

  test("staff members created concurrently get different positions", async () => {
    const hired = await Promise.all(Array.from({ length: 6 }, () => addStaffMember()));
    expect(hired.map(({ position }) => position).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("two concurrent changes are both stored", async () => {
    const { id } = await addStaffMember();
    await Promise.all([
      change(id, { title: "Both" }),
      change(id, { active: false }),
      change(id, { location_ids: [] }),
    ]);
    expect(await staffMemberRecord(fixture.database, businessId, id)).toMatchObject({
      title: "Both",
      active: false,
      location_ids: [],
    });
  });
});

describe("working hours", () => {
  test("replace the previous hours, and may touch, split and run past midnight", async () => {
    const { id } = await addStaffMember();
    await setHours(id, { weekly: [at(mitte, 1, "09:00", "18:00")] });
    const weekly = [
      at(mitte, 5, "09:00", "13:00"),
      at(nord, 5, "13:00", "18:00"),
      at(mitte, 7, "20:00", "26:00"),
    ];
    const hours = await setHours(id, { weekly });
    expect(hours.weekly).toEqual(weekly);
    expect((await hoursAsTheyAre(id)).weekly).toEqual(weekly);
  });

  test("are only at locations at which the staff member works", async () => {
    const { id } = await addStaffMember();
    await refuses(
      setHours(id, {
        weekly: [
          at(mitte, 1, "09:00", "10:00"),
          at(playa, 1, "11:00", "12:00"),
          at(newId(), 2, "09:00", "10:00"),
        ],
        exceptions: [{ date: "2027-05-01", location_id: playa, intervals: [] }],
      }),
      "/weekly/1/location_id",
      "/weekly/2/location_id",
      "/exceptions/0/location_id",
    );
  });

  test("that overlap are refused, also at two locations and past midnight", async () => {
    const { id } = await addStaffMember();
    await setHours(id, { weekly: [at(mitte, 3, "09:00", "10:00")] });
    await refuses(
      setHours(id, { weekly: [at(mitte, 1, "09:00", "13:00"), at(nord, 1, "12:00", "18:00")] }),
      "/weekly/1",
    );
    await refuses(
      setHours(id, { weekly: [at(mitte, 5, "20:00", "26:00"), at(nord, 6, "01:00", "05:00")] }),
      "/weekly/1",
    );
    await refuses(
      setHours(id, { weekly: [at(mitte, 1, "00:00", "03:00"), at(nord, 7, "20:00", "26:00")] }),
      "/weekly/0",
    );
    await refuses(setHours(id, { weekly: [at(mitte, 1, "09:00", "09:00")] }), "/weekly/0/ends");
    const may = (location_id: string, starts: string, ends: string) => ({
      date: "2027-05-01",
      location_id,
      intervals: [{ starts, ends }],
    });
    await refuses(
      setHours(id, { exceptions: [may(mitte, "09:00", "12:00"), may(nord, "11:00", "14:00")] }),
      "/exceptions/1/intervals/0",
    );
    await refuses(
      setHours(id, { exceptions: [may(mitte, "09:00", "10:00"), may(mitte, "11:00", "12:00")] }),
      "/exceptions/1/date",
    );
    // 2027-05-01 is a Saturday. The exception applies to one location only.
    await refuses(
      setHours(id, { weekly: [at(nord, 6, "10:00", "15:00")], exceptions: [may(mitte, "14:00", "16:00")] }),
      "/exceptions/0/intervals/0",
    );
    expect((await hoursAsTheyAre(id)).weekly).toEqual([at(mitte, 3, "09:00", "10:00")]);
  });

  test("at locations in different time zones are not compared", async () => {
    const { id } = await addStaffMember({ location_ids: [mitte, playa] });
    const weekly = [at(mitte, 1, "09:00", "12:00"), at(playa, 1, "11:30", "14:00")];
    expect((await setHours(id, { weekly })).weekly).toEqual(weekly);
    await refuses(setHours(id, { weekly: [...weekly, at(playa, 1, "13:00", "15:00")] }), "/weekly/2");
  });

  test("two concurrent replacements leave the hours of one of them", async () => {
    const { id } = await addStaffMember();
    const week = (starts: string) => [1, 2, 3].map((weekday) => at(mitte, weekday, starts, "20:00"));
    await Promise.all([setHours(id, { weekly: week("08:00") }), setHours(id, { weekly: week("09:00") })]);
    expect([week("08:00"), week("09:00")]).toContainEqual((await hoursAsTheyAre(id)).weekly);
  });
});

describe("time off", () => {
  test("takes the staff member's time and frees it", async () => {
    const { id } = await addStaffMember();
    const off = await addTimeOff(id, "2027-02-01T00:00:00+01:00", "2027-02-08T00:00:00+01:00");
    expect(off).toEqual({
      id: off.id,
      starts_at: "2027-01-31T23:00:00Z",
      ends_at: "2027-02-07T23:00:00Z",
      label: null,
      version: 1,
      conflicts: [],
    });
    expect(await claimsOf(id)).toBe(1);
    expect(await removeTimeOff(id, off.id)).toEqual({ id: off.id, deleted: true });
    expect(await claimsOf(id)).toBe(0);
    expect((await hoursAsTheyAre(id)).time_off).toEqual([]);
  });

  test("may overlap appointments, which it lists in the time zone of their location", async () => {
    const { id } = await addStaffMember({ location_ids: [mitte, playa] });
    const one = await book(id, mitte, "2027-02-01T09:00:00Z", "2027-02-01T10:00:00Z");
    const two = await book(id, playa, "2027-02-01T12:00:00Z", "2027-02-01T13:00:00Z");
    await book(id, mitte, "2027-02-01T14:00:00Z", "2027-02-01T15:00:00Z");
    const off = await addTimeOff(id, "2027-02-01T09:30:00Z", "2027-02-01T14:00:00Z");
    expect(off.conflicts).toEqual([
      {
        starts_at: "2027-02-01T10:00:00+01:00",
        ends_at: "2027-02-01T11:00:00+01:00",
        reason: "appointment",
        appointment_id: one,
      },
      {
        starts_at: "2027-02-01T12:00:00+00:00",
        ends_at: "2027-02-01T13:00:00+00:00",
        reason: "appointment",
        appointment_id: two,
      },
    ]);
    expect(await claimsOf(id)).toBe(4);
  });

  test("may overlap other time off", async () => {
    const { id } = await addStaffMember();
    await addTimeOff(id, "2027-02-01T00:00:00Z", "2027-02-03T00:00:00Z");
    const second = await addTimeOff(id, "2027-02-02T00:00:00Z", "2027-02-04T00:00:00Z");
    expect(second.conflicts).toEqual([]);
    expect((await hoursAsTheyAre(id)).time_off).toHaveLength(2);
  });

  test("must end after it starts", async () => {
    const { id } = await addStaffMember();
    await refuses(addTimeOff(id, "2027-02-01T10:00:00+01:00", "2027-02-01T09:00:00Z"), "/ends_at");
    await refuses(addTimeOff(id, "2027-02-01T10:00:00Z", "2027-02-01T09:59:00Z"), "/ends_at");
  });

  test("of another staff member, or deleted, is unknown", async () => {
    const [ada, bo] = [await addStaffMember(), await addStaffMember({ first_name: "Bo" })];
    const off = await addTimeOff(ada.id, "2027-02-01T00:00:00Z", "2027-02-03T00:00:00Z");
    await isUnknown(removeTimeOff(bo.id, off.id));
    await removeTimeOff(ada.id, off.id);
    await isUnknown(removeTimeOff(ada.id, off.id));
    await isUnknown(removeTimeOff(ada.id, newId()));
  });
});

test("bodies are checked in shape", () => {
  const member = (body: object) =>
    checkOf(StaffMemberInput)({ first_name: "Ada", location_ids: [], ...body }).map(({ path }) => path);
  expect(member({ last_name: null, color: "#7a5c99" })).toEqual([]);
  expect(member({ first_name: "" })).toEqual(["/first_name"]);
  expect(member({ color: "red" })).toEqual(["/color"]);
  expect(member({ location_ids: ["mitte"] })).toEqual(["/location_ids/0"]);
  expect(member({ service_ids: [] })).toEqual(["/service_ids"]);
  expect(member({ active: "yes" })).toEqual(["/active"]);
  const hours = (entry: object) =>
    checkOf(StaffHoursInput)({ weekly: [{ ...at(newId(), 1, "09:00", "18:00"), ...entry }], exceptions: [] });
  expect(hours({})).toEqual([]);
  expect(hours({ weekday: 8 })[0]?.path).toBe("/weekly/0/weekday");
  expect(hours({ ends: "48:30" })[0]?.path).toBe("/weekly/0/ends");
  const off = (body: object) =>
    checkOf(TimeOffInput)({ starts_at: "2027-02-01T09:00:00Z", ends_at: "2027-02-02T09:00:00Z", ...body });
  expect(off({ label: null })).toEqual([]);
  expect(off({ starts_at: "2027-02-01T09:00:00" })[0]?.path).toBe("/starts_at");
  expect(off({ label: "x".repeat(201) })[0]?.path).toBe("/label");
});
