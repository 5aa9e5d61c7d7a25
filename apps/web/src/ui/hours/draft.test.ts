import { expect, test } from "vitest";
import { apiEnd, isWithin, nextInterval, problemOf } from "./draft.ts";

const day = { starts: "09:00", ends: "18:00" };
const night = { starts: "20:00", ends: "02:00" };

test("an end before its start is on the next day", () => {
  expect([apiEnd(day), apiEnd(night), apiEnd({ starts: "18:00", ends: "00:00" })]).toEqual([
    "18:00",
    "26:00",
    "24:00",
  ]);
});

test("hours of a day overlap, touch, or are incomplete", () => {
  expect(problemOf([day, { starts: "17:00", ends: "19:00" }])).toBe("overlap");
  expect(problemOf([night, day])).toBeUndefined();
  expect(problemOf([day, { starts: "18:00", ends: "19:00" }])).toBeUndefined();
  expect(problemOf([{ starts: "", ends: "19:00" }])).toBe("incomplete");
});

test("new hours follow those of the day", () => {
  expect(nextInterval([], "l")).toEqual({ ...day, location_id: "l" });
  expect(nextInterval([{ starts: "09:00", ends: "12:00" }], undefined)).toEqual({
    starts: "13:00",
    ends: "17:00",
  });
});

test("an appointment is within the hours of its day, of the night before, or of an exception", () => {
  const week = [[day], [], [], [], [], [], [night]];
  const draft = { week, exceptions: [{ date: "2027-03-08", intervals: [] }] };
  expect(isWithin(draft, "2027-03-01", [600, 660], "l")).toBe(true);
  expect(isWithin(draft, "2027-03-01", [30, 90], "l")).toBe(true);
  expect(isWithin(draft, "2027-03-01", [1050, 1110], "l")).toBe(false);
  expect(isWithin(draft, "2027-03-02", [600, 660], "l")).toBe(false);
  expect(isWithin(draft, "2027-03-08", [600, 660], "l")).toBe(false);
});
