import type { StaffMember } from "@daybook/sdk";
import { expect, test } from "vitest";
import { dayColumns, roomColumns, workingColumns } from "./columns.ts";
import type { Shifts } from "./queries.ts";

const member = (id: string) => ({ id, display_name: id }) as StaffMember;
const STAFF = ["ana", "ben", "eva"].map(member);

/** Returns shifts from 9:00 to 17:00 on 1 March 2027 for these staff members. Other staff members have no shifts. */
function shiftsOf(working: readonly string[]): Shifts {
  const shifts = [{ starts_at: "2027-03-01T09:00:00+01:00", ends_at: "2027-03-01T17:00:00+01:00" }];
  const staff = STAFF.map(({ id }) => ({
    staff_id: id,
    shifts: working.includes(id) ? shifts : [],
    time_off: [],
  }));
  return { staff } as unknown as Shifts;
}

test.each([
  [
    ["ana", "eva"],
    ["ana", "eva"],
  ],
  [
    ["ana", "ben", "eva"],
    ["ana", "ben", "eva"],
  ],
  // On a day without shifts, the calendar shows all staff members, so that users can still book.
  [[], ["ana", "ben", "eva"]],
])("of the staff members %j at work, the day shows %j", (working, shown) => {
  const data = { appointments: [], blocks: [], shifts: shiftsOf(working) };
  const columns = workingColumns(dayColumns("2027-03-01", STAFF, "Europe/Vienna", data));
  expect(columns.map(({ name }) => name)).toEqual(shown);
});

test("a staff member who is off but has a block on the day is shown", () => {
  const lunch = { id: "1", staff_id: "ben", resource_id: null, label: "Lunch", version: 1 };
  const blocks = [
    { ...lunch, starts_at: "2027-03-01T12:00:00+01:00", ends_at: "2027-03-01T13:00:00+01:00" },
  ] as never;
  const data = { appointments: [], blocks, shifts: shiftsOf(["ana"]) };
  const columns = workingColumns(dayColumns("2027-03-01", STAFF, "Europe/Vienna", data));
  expect(columns.map(({ name }) => name)).toEqual(["ana", "ben"]);
});

test("a room's column has the items that use the room, its blocks, and the times when the location is closed", () => {
  const at = (time: string) => `2027-03-01T${time}:00+01:00`;
  const item = (id: string, resource_ids: readonly string[]) => ({
    ...{ id, resource_ids, staff_id: "ana", starts_at: at("10:00"), duration_minutes: 60 },
    ...{ initial_minutes: 60, processing_minutes: 0, buffer_before_minutes: 0, buffer_after_minutes: 0 },
  });
  const appointments = [
    { status: "booked", items: [item("sauna", ["room"]), item("elsewhere", ["other"])] },
    { status: "cancelled", items: [item("cancelled", ["room"])] },
  ] as never;
  const repair = { id: "repair", staff_id: null, resource_id: "room", label: "Repair", version: 1 };
  const blocks = [{ ...repair, starts_at: at("12:00"), ends_at: at("13:00") }] as never;
  const shifts = { ...shiftsOf([]), open: [{ starts_at: at("09:00"), ends_at: at("18:00") }] };
  const room = { id: "room", name: "Sauna", type: "room", capacity: 1 } as never;
  const [column] = roomColumns("2027-03-01", [room], "Europe/Vienna", { appointments, blocks, shifts });
  expect(column?.entries.map(({ key }) => key)).toEqual(["sauna", "repair"]);
  expect(column?.offHours).toEqual([
    { startsMinutes: 0, endsMinutes: 540 },
    { startsMinutes: 1080, endsMinutes: 1440 },
  ]);
});
