import { beforeEach, expect, test } from "vitest";
import { type MemberCall, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { ask, type TestApp, testApp } from "../../../../test/fixtures/testApp.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { withSnapshot } from "../snapshot/index.ts";
import { updateNote } from "./updateNote.ts";

/** A salon in Berlin for each test. */
let open: TestApp;
let asOwner: MemberCall;
const fixture = await testApp();
beforeEach(async () => {
  open = await testApp({ beside: fixture, hours });
  asOwner = await signedInMember(open, "owner");
});

/** Opening hours around the clock, so that a new time zone changes only the local day of an appointment at night. */
const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: "00:00", ends: "24:00" }));
const toLondon = () =>
  asOwner("PATCH", `/locations/${open.salon.locationId}`, { time_zone: "Europe/London" });

/** 00:30 in Berlin is 23:30 of the previous day in London. */
const AT_NIGHT = "2027-03-10T00:30:00+01:00";

test("after a location's time zone changes, the daily limit counts by the new zone", async () => {
  const once = await open.addService({ max_per_day: 1 });
  await open.book(AT_NIGHT, once);
  const daysWithRoom = async () => {
    const query = { from: "2027-03-09", to: "2027-03-10", audience: "online", view: "days" };
    const { days } = (await ask(open, once, query)).body.data;
    return days.flatMap((day: { date: string; slots: number }) => (day.slots > 0 ? [day.date] : []));
  };
  expect(await daysWithRoom()).toEqual(["2027-03-09"]);
  await toLondon();
  expect(await daysWithRoom()).toEqual(["2027-03-10"]);
});

test("after a location's time zone changes, the choice of staff counts by the new zone, although the cache holds the old one", async () => {
  const { salon } = open;
  await open.book(AT_NIGHT, salon.cut, salon.anna);
  const firstAt = async (date: string) => {
    const { slots } = (await ask(open, salon.cut, { from: `${date}T12:00:00Z`, to: `${date}T13:00:00Z` }))
      .body.data;
    return slots[0].items[0].staff_id;
  };
  const first = async () => [await firstAt("2027-03-09"), await firstAt("2027-03-10")];
  expect(await first()).toEqual([salon.anna, salon.ben]);
  await toLondon();
  expect(await first()).toEqual([salon.ben, salon.anna]);
});

test("appointments of staff members who have left the location follow its zone too", async () => {
  const { salon } = open;
  const other = await asOwner("POST", "/locations", {
    name: "Elsewhere",
    address: { line1: "A 1", city: "B", country: "DE" },
  });
  await open.book(AT_NIGHT, salon.cut, salon.anna);
  await asOwner("PATCH", `/staff/${salon.anna}`, { location_ids: [other.body.data.id] });
  await toLondon();
  expect(await readLocal(open.database, salon.businessId)).toEqual([
    { starts_local: "2027-03-09 23:30:00", starts_on: "2027-03-09" },
  ]);
});

test("a note written during the change of the zone does not restore the old date", async () => {
  const { salon, database, clock } = open;
  const { id } = (await open.book(AT_NIGHT, salon.cut)).body.data;
  let changing: ReturnType<typeof toLondon> | undefined;
  await withSnapshot(database, salon.businessId, (snapshot) =>
    database.transaction(async (tx) => {
      const note = { appointmentId: id, ifMatch: null, internalNote: "Brings her dog", now: clock.now() };
      const annotated = await updateNote(tx, snapshot, note);
      changing ??= toLondon();
      await untilTransactionWaits(open.connectionString);
      return annotated;
    }),
  );
  expect((await changing)?.status).toBe(200);
  expect((await open.call("GET", `/appointments/${id}`)).body.data).toMatchObject({
    starts_at: "2027-03-09T23:30:00+00:00",
    internal_note: "Brings her dog",
  });
  expect(await readLocal(database, salon.businessId)).toEqual([
    { starts_local: "2027-03-09 23:30:00", starts_on: "2027-03-09" },
  ]);
});

const readLocal = (reader: Reader, businessId: string) =>
  sql(reader)<{ starts_local: string; starts_on: string }>`
    select appointment.starts_local::text as starts_local, item.starts_on
    from appointments as appointment
    join appointment_items as item on item.business_id = appointment.business_id and item.appointment_id = appointment.id
    where appointment.business_id = ${businessId}`;
