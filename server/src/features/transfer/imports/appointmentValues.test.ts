import { zoneNamed } from "@daybook/engine";
import { describe, expect, test } from "vitest";
import { startIn, startInZone, statusIn, timeIn } from "./appointmentValues.ts";
import { dateIn, type Reading } from "./values.ts";

const value = <T>(reading: Reading<T>) => ("value" in reading ? reading.value : reading.code);

test.each([
  ["14:30", 870],
  ["14:30:00", 870],
  ["14.30", 870],
  ["14h30", 870],
  ["14h", 840],
  ["9 Uhr", 540],
  ["09:05 Uhr", 545],
  ["2:30 PM", 870],
  ["2:30pm", 870],
  ["2 p.m.", 840],
  ["12:15 AM", 15],
  ["12:15 pm", 735],
  ["0:00", 0],
  ["0.604166667", 870],
  ["0,5", "not_a_time"],
  ["", null],
  ["24:00", "not_a_time"],
  ["13:00 PM", "not_a_time"],
  ["10:75", "not_a_time"],
  ["1430", "not_a_time"],
  ["noon", "not_a_time"],
] as const)("time of day %s", (cell, expected) => {
  expect(value(timeIn(cell))).toEqual(expected);
});

describe("starts in one column", () => {
  const wall = { date: "2027-04-05", minute: 870 };
  test.each([
    ["2027-04-05 14:30", "day_first", wall],
    ["2027-04-05T14:30:00", "day_first", wall],
    ["05/04/2027 14:30", "day_first", wall],
    ["04/05/27, 2:30 PM", "month_first", wall],
    ["5. April 2027 um 14:30 Uhr", "day_first", wall],
    ["Mon, 5 Apr 2027 2:30pm", "day_first", wall],
    ["Montag, 05.04.2027 14:30", "day_first", wall],
    ["5 avril 2027 à 14h30", "day_first", wall],
    ["46482.604166667", "day_first", wall],
    ["2027-04-05T14:30:00+02:00", "day_first", { at: Date.UTC(2027, 3, 5, 12, 30) }],
    ["2027-04-05T12:30Z", "day_first", { at: Date.UTC(2027, 3, 5, 12, 30) }],
    ["2027-04-05", "day_first", "no_time"],
    ["soon 14:30", "day_first", "not_a_date"],
    ["", "day_first", null],
  ] as const)("%s, %s", (cell, order, expected) => {
    expect(value(startIn(cell, order))).toEqual(expected);
  });
});

test("years of two digits are in this century for appointments", () => {
  expect(value(dateIn("01.02.35", "day_first", "future"))).toBe("2035-02-01");
  expect(value(dateIn("01.02.35", "day_first"))).toBe("1935-02-01");
});

test("a wall time is skipped, or occurs twice, on the nights of a clock change", () => {
  const berlin = zoneNamed("Europe/Berlin");
  expect(startInZone({ date: "2027-03-28", minute: 150 }, berlin)).toMatchObject({ code: "skipped_time" });
  expect(startInZone({ date: "2027-10-31", minute: 150 }, berlin)).toBe(Date.UTC(2027, 9, 31, 0, 30));
  expect(startInZone({ date: "2027-04-05", minute: 600 }, berlin)).toBe(Date.UTC(2027, 3, 5, 8));
});

test.each([
  ["Confirmed", "booked"],
  ["bestätigt", "booked"],
  ["Pending", "requested"],
  ["en attente", "requested"],
  ["Cancelled by client", "ended"],
  ["NO_SHOW", "ended"],
  ["storniert", "ended"],
  ["maybe", "not_a_status"],
  ["", null],
] as const)("status %s", (cell, expected) => {
  expect(value(statusIn(cell))).toEqual(expected);
});
