import type { StaffMember } from "@daybook/sdk";
import { expect, test } from "vitest";
import { dayColumns, workingColumns } from "./columns.ts";
import type { Shifts } from "./queries.ts";

const member = (id: string) => ({ id, display_name: id }) as StaffMember;
const STAFF = ["ana", "ben", "eva"].map(member);

/** Returns shifts from 9:00 to 17:00 on 1 March 2027 for these staff members; the others have none. */
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
  // On a day without any shift, the calendar shows all staff members, so that the user can still book.
  [[], ["ana", "ben", "eva"]],
])("of the staff members %j at work, the day shows %j", (working, shown) => {
  const data = { appointments: [], blocks: [], shifts: shiftsOf(working) };
  const columns = workingColumns(dayColumns("2027-03-01", STAFF, "Europe/Vienna", data));
  expect(columns.map(({ staff }) => staff.id)).toEqual(shown);
});

test("a staff member who is off but has a block on the day is shown", () => {
  const lunch = { id: "1", staff_id: "ben", resource_id: null, label: "Lunch", version: 1 };
  const blocks = [
    { ...lunch, starts_at: "2027-03-01T12:00:00+01:00", ends_at: "2027-03-01T13:00:00+01:00" },
  ] as never;
  const data = { appointments: [], blocks, shifts: shiftsOf(["ana"]) };
  const columns = workingColumns(dayColumns("2027-03-01", STAFF, "Europe/Vienna", data));
  expect(columns.map(({ staff }) => staff.id)).toEqual(["ana", "ben"]);
});
