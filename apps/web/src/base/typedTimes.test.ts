import { expect, test } from "vitest";
import { readDate, readTime } from "./typedTimes.ts";

test("dates are read in the order of their locale, and as YYYY-MM-DD everywhere", () => {
  expect(readDate("3/4/2027", "en-GB")).toBe("2027-04-03");
  expect(readDate("3/4/2027", "en-US")).toBe("2027-03-04");
  expect(readDate("3.4.27", "de-DE")).toBe("2027-04-03");
  expect(readDate("2027-04-03", "es-ES")).toBe("2027-04-03");
});

test("dates that are incomplete or do not exist are not read", () => {
  for (const typed of ["", "3/4", "30/2/2027", "1/13/2027", "3/4/202", "tomorrow"])
    expect(readDate(typed, "en-GB"), typed).toBeUndefined();
});

test("times are read with and without separator, and with am and pm", () => {
  const typed = ["9", "930", "1430", "9:05", "9.30", "14h05", "9 am", "12:15 am", "2:30 pm", "12 p.m."];
  expect(typed.map(readTime)).toEqual([
    "09:00",
    "09:30",
    "14:30",
    "09:05",
    "09:30",
    "14:05",
    "09:00",
    "00:15",
    "14:30",
    "12:00",
  ]);
});

test("texts that are no times are not read", () => {
  for (const typed of ["", "25", "9:60", "13 pm", "12:5", "noon", "1:2:3"])
    expect(readTime(typed), typed).toBeUndefined();
});
