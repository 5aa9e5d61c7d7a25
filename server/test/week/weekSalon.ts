import { createResource } from "../../src/features/business/locations/index.ts";
import type { ServiceInput } from "../../src/features/business/services/index.ts";
import {
  createStaffMember,
  createTimeOff,
  replaceStaffHours,
} from "../../src/features/business/staff/index.ts";
import { newId } from "../../src/kernel/ids.ts";
import { column, statement } from "../../src/platform/database/index.ts";
import { bookingOf, type TestApp, testApp } from "../fixtures/testApp.ts";

/** The week under test: the last week of March 2027. Its Sunday has 23 hours in Berlin. */
export const WEEK = { from: "2027-03-22", to: "2027-03-28" };
const DAY_AT = Date.UTC(2027, 2, 22);
const HOUR = 3_600_000;

export interface WeekSalon extends TestApp {
  readonly staff: readonly string[];
  /** The ids of services by the property that they test. */
  readonly services: Readonly<Record<string, string>>;
  /** A client whose last patch test allows bookings from Wednesday of that week. */
  readonly testedClient: string;
}

/** Returns a generator of pseudo-random numbers (mulberry32) that are the same in every run. */
export function chanceFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (max: number) => Math.floor(next() * max);
  return { below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

/** Early, late, split, overnight, part-time and daily shifts, assigned to the ten staff members in turn. */
const SHIFTS: readonly (readonly (readonly [weekdays: number[], starts: string, ends: string])[])[] = [
  [[[1, 2, 3, 4, 5], "09:00", "17:00"]],
  [[[1, 2, 3, 4, 5, 6], "12:00", "20:00"]],
  [
    [[1, 3, 5], "08:00", "12:00"],
    [[1, 3, 5], "14:00", "19:00"],
  ],
  [[[5, 6], "18:00", "27:00"]],
  [[[2, 4], "10:00", "14:00"]],
  [[[1, 2, 3, 4, 5, 6, 7], "09:00", "18:00"]],
];

/** Creates a salon with ten staff members and a random week: appointments, blocks, time off, holds and overbooked time. */
export async function weekSalon(): Promise<WeekSalon> {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    starts: "08:00",
    ends: weekday > 4 ? "27:00" : "20:00",
  }));
  const open = await testApp({ hours, roomCapacity: 2 });
  const { salon, database, clock } = open;
  const { businessId, locationId } = salon;
  const staff = await database.transaction(async (tx) => {
    await createResource(tx, businessId, locationId, { name: "Second room", type: "room" }, clock.now());
    await createResource(
      tx,
      businessId,
      locationId,
      { name: "Basin", type: "basin", capacity: 3 },
      clock.now(),
    );
    const ids = [salon.anna, salon.ben];
    while (ids.length < 10) {
      const first_name = `Member ${ids.length}`;
      ids.push(
        (await createStaffMember(tx, businessId, { first_name, location_ids: [locationId] }, clock.now())).id,
      );
    }
    for (const [index, id] of ids.entries()) {
      const weekly = (SHIFTS[index % SHIFTS.length] ?? []).flatMap(([weekdays, starts, ends]) =>
        weekdays.map((weekday) => ({ location_id: locationId, weekday, starts, ends })),
      );
      const exceptions = index === 5 ? [{ date: "2027-03-25", location_id: locationId, intervals: [] }] : [];
      await replaceStaffHours(tx, businessId, id, { weekly, exceptions }, clock.now());
    }
    return ids;
  });
  const services = await menuOf(open, staff);
  const testedClient = await open.addClient({ first_name: "Tested", patch_test_at: "2027-03-21" });
  const week = { ...open, staff, services, testedClient };
  clock.set(DAY_AT - 20 * HOUR);
  await fill(week);
  return week;
}

async function menuOf(open: TestApp, ids: readonly string[]): Promise<Record<string, string>> {
  const all = ids.map((staff_id) => ({ staff_id }));
  const kinds: Record<string, Partial<ServiceInput>> = {
    plain: { duration_minutes: 45, slot_step_minutes: 30 },
    buffered: { duration_minutes: 30, buffer_before_minutes: 10, buffer_after_minutes: 20 },
    processing: {
      initial_minutes: 30,
      processing_minutes: 45,
      finishing_minutes: 30,
      buffer_after_minutes: 5,
    },
    endsInProcessing: { initial_minutes: 20, processing_minutes: 40, slot_step_minutes: 20 },
    room: { duration_minutes: 60, resources: [{ type: "room", count: 1 }], buffer_after_minutes: 15 },
    twoRooms: { duration_minutes: 50, resources: [{ type: "room", count: 2 }], slot_step_minutes: 25 },
    basin: {
      duration_minutes: 30,
      resources: [
        { type: "basin", count: 1 },
        { type: "room", count: 1 },
      ],
    },
    ownMinutes: {
      duration_minutes: 60,
      slot_step_minutes: 45,
      staff: all.map((member, index) => ({ ...member, duration_minutes: 30 + 10 * index })),
    },
    notice: { duration_minutes: 30, min_notice_minutes: 2880, slot_step_minutes: 30 },
    advance: { duration_minutes: 30, max_advance_days: 4, slot_step_minutes: 30 },
    limited: { duration_minutes: 40, max_per_day: 2, slot_step_minutes: 30 },
    tested: { duration_minutes: 60, requires_patch_test: true, slot_step_minutes: 30 },
    offline: { duration_minutes: 60, online_bookable: false, slot_step_minutes: 60 },
    long: { duration_minutes: 300, slot_step_minutes: 60, staff: all.slice(3, 6) },
  };
  const services: Record<string, string> = {};
  for (const [name, shape] of Object.entries(kinds)) {
    const duration = shape.initial_minutes === undefined ? {} : { duration_minutes: undefined };
    services[name] = await open.addService({
      name,
      staff: all,
      ...shape,
      ...duration,
    } as Partial<ServiceInput>);
  }
  return services;
}

async function fill(week: WeekSalon): Promise<void> {
  const { salon, call, staff, services, database } = week;
  const chance = chanceFrom(7);
  const someTime = (step = 300_000) =>
    DAY_AT + 7 * HOUR + chance.below(7) * 24 * HOUR + chance.below((14 * HOUR) / step) * step;
  const names = Object.values(services);
  const instant = (at: number) => new Date(at).toISOString();
  for (let round = 0; round < 220; round++) {
    const items = Array.from({ length: 1 + chance.below(2) }, (): [string, string] => [
      chance.pick(names),
      chance.pick(staff),
    ]);
    const booking = { status: chance.pick(["booked", "booked", "requested"]) };
    const { status, body } = await call(
      "POST",
      "/appointments",
      bookingOf(salon, instant(someTime()), items, booking),
    );
    if (status === 201 && round % 9 === 0)
      await call("POST", `/appointments/${body.data.id}/transitions`, { to: "cancelled" });
    if (status === 201 && round % 10 === 0)
      await call("PATCH", `/appointments/${body.data.id}/schedule`, {
        starts_at: instant(someTime()),
        force: true,
      });
  }
  for (let round = 0; round < 12; round++) {
    const startsAt = someTime(60_000);
    const subject = round === 0 ? { resource_id: salon.roomId } : { staff_id: chance.pick(staff) };
    const times = { starts_at: instant(startsAt), ends_at: instant(startsAt + HOUR) };
    await call("POST", "/blocks", { location_id: salon.locationId, ...subject, ...times });
  }
  const off = { starts_at: "2027-03-24T10:00:00+01:00", ends_at: "2027-03-26T00:00:00+01:00" };
  await database.transaction((tx) =>
    createTimeOff(tx, salon.businessId, staff[7] as string, off, week.clock.now()),
  );
  for (const staffId of staff.slice(0, 6)) {
    const startsAt = someTime();
    const expiresAt = week.clock.now() + (staffId === staff[0] ? -1 : 600_000);
    const { businessId } = salon;
    const endsAt = startsAt + HOUR;
    await database.query(insertHoldIfFree, { businessId, id: newId(), staffId, startsAt, endsAt, expiresAt });
  }
}

/** Inserts a hold if its time is free, as the booking page does. */
const insertHoldIfFree = statement({
  name: "test_insert_hold_if_free",
  params: {
    businessId: column.id,
    id: column.id,
    staffId: column.id,
    startsAt: column.instant,
    endsAt: column.instant,
    expiresAt: column.instant,
  },
  sql: `insert into claims (business_id, id, subject_id, during, unit, overbooked, exclusive, hold_id, expires_at)
   select $businessId, $id, $staffId, tstzrange($startsAt, $endsAt), 0, false, false, $id, $expiresAt
   where not exists (
     select
     from claims
     where business_id = $businessId and subject_id = $staffId and during && tstzrange($startsAt, $endsAt)
   )`,
});
