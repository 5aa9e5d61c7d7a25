import { expect, test } from "vitest";
import { datesOf } from "./periods.ts";

test("periods end today, and last month with its last day", () => {
  const today = "2027-03-03";
  expect(datesOf("periodToday", today)).toEqual({ from: today, to: today });
  expect(datesOf("periodWeek", today)).toEqual({ from: "2027-03-01", to: today });
  expect(datesOf("periodMonth", today)).toEqual({ from: "2027-03-01", to: today });
  expect(datesOf("periodLastMonth", today)).toEqual({ from: "2027-02-01", to: "2027-02-28" });
  expect(datesOf("periodYear", today)).toEqual({ from: "2027-01-01", to: today });
  expect(datesOf("periodLastMonth", "2027-01-31")).toEqual({ from: "2026-12-01", to: "2026-12-31" });
});
