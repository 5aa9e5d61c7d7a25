import { expect, test } from "vitest";
import { rebookedLines } from "./rebookedLines.ts";

const performer = (staff_id: string) => ({ staff_id }) as never;
const services = [
  { id: "cut", active: true, staff: [performer("anna"), performer("ben")] },
  { id: "perm", active: false, staff: [performer("anna")] },
  { id: "wash", active: true, staff: [performer("ben")] },
];
const staff = [
  { id: "anna", active: true },
  { id: "ben", active: false },
];
const item = (id: string, service_id: string, staff_id: string) => ({ id, service_id, staff_id });

test("services and staff members that are in use are booked again", () => {
  expect(rebookedLines([item("1", "cut", "anna")], services, staff)).toEqual([
    { key: "1", serviceId: "cut", staffId: "anna" },
  ]);
});

test("an archived or unknown service is left out", () => {
  const items = [item("1", "perm", "anna"), item("2", "gone", "anna"), item("3", "cut", "anna")];
  expect(rebookedLines(items, services, staff).map(({ key }) => key)).toEqual(["3"]);
});

test("a staff member who was archived, is unknown or no longer performs the service is left open", () => {
  const items = [item("1", "cut", "ben"), item("2", "cut", "gone"), item("3", "wash", "anna")];
  expect(rebookedLines(items, services, staff).map(({ staffId }) => staffId)).toEqual(["", "", ""]);
});
