import { expect, test } from "vitest";
import { testApp } from "../../../../test/fixtures/testApp.ts";
import { newId } from "../../../kernel/ids.ts";
import { createTimeOff } from "./timeOff.ts";

const open = await testApp({ isShared: true });
const { salon, database, clock } = open;
// The first time off spans the clock change on 28 March; the second is within a single day.
for (const [starts_at, ends_at] of [
  ["2027-03-27T12:00:00+01:00", "2027-03-30T12:00:00+02:00"],
  ["2027-04-01T10:00:00+02:00", "2027-04-01T11:00:00+02:00"],
] as const)
  await database.transaction((tx) =>
    createTimeOff(tx, salon.businessId, salon.anna, { starts_at, ends_at, label: "Away" }, clock.now()),
  );

const days = "from=2027-03-24&to=2027-04-02";
const shifts = (query = days, locationId = open.salon.locationId) =>
  open.call("GET", `/locations/${locationId}/shifts?${query}`);

test("equals the shifts and time off of each staff member's own hours", async () => {
  const { body } = await shifts();
  const staff = await open.call("GET", `/staff?location_id=${open.salon.locationId}`);
  const ids = staff.body.data.items.map(({ id }: { id: string }) => id);
  expect(body.data.staff.map(({ staff_id }: { staff_id: string }) => staff_id)).toEqual(ids);
  expect(body.data.time_zone).toBe("Europe/Berlin");
  for (const member of body.data.staff) {
    const one = await open.call("GET", `/staff/${member.staff_id}/hours?${days}`);
    const here = one.body.data.shifts.map(({ location_id: _, ...shift }: { location_id: string }) => shift);
    expect(here.length).toBeGreaterThan(0);
    expect(member.shifts).toEqual(here);
    expect(member.time_off).toEqual(one.body.data.time_off);
  }
});

test("an unknown location, reversed dates and more than 62 dates are refused", async () => {
  expect((await shifts(days, newId())).status).toBe(404);
  expect((await shifts("from=2027-03-24")).status).toBe(422);
  expect((await shifts("from=2027-03-24&to=2027-03-23")).status).toBe(422);
  expect((await shifts("from=2027-03-01&to=2027-05-02")).status).toBe(422);
  expect((await shifts("from=2027-03-01&to=2027-05-01")).status).toBe(200);
});

test("a key needs staff:read", async () => {
  const authorization = `Bearer ${await open.keyWith("services:read")}`;
  const path = `/locations/${open.salon.locationId}/shifts?${days}`;
  expect((await open.call("GET", path, undefined, { authorization })).status).toBe(403);
});
