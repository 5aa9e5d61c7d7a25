import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMonthsClamped, dateOf, dayOf, wallMinutes, wallTime, weekdayOf } from "./dates.ts";

const FIRST_DAY = -719_162; // 0001-01-01
const LAST_DAY = 2_932_896; // 9999-12-31
const anyDay = fc.integer({ min: FIRST_DAY, max: LAST_DAY });

describe("local dates", () => {
  it("agrees with JavaScript's Date on every date", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const date = new Date(day * 86_400_000);
        expect(dateOf(day)).toBe(date.toISOString().slice(0, 10));
        expect(dayOf(dateOf(day))).toBe(day);
        expect(weekdayOf(day) % 7).toBe(date.getUTCDay());
      }),
      { numRuns: 2000 },
    );
    expect([dateOf(FIRST_DAY), dateOf(LAST_DAY)]).toEqual(["0001-01-01", "9999-12-31"]);
  });

  it.each([
    "2027-02-30",
    "2027-02-29",
    "2100-02-29",
    "2027-13-01",
    "2027-00-10",
    "2027-01-00",
    "2027-04-31",
    "0000-01-01",
    "2027-1-01",
    "27-01-01",
    "2027/01/01",
    "2027-01-01T00:00",
    " 2027-01-1",
    "2027-01-0x",
    "+027-01-01",
    "२०२७-01-01",
    "",
  ])("refuses %j", (text) => {
    expect(dayOf(text)).toBeUndefined();
  });

  it("knows leap days", () => {
    expect(dateOf((dayOf("2028-02-28") ?? 0) + 1)).toBe("2028-02-29");
    expect(dayOf("2000-02-29")).toBe(11_016);
  });

  it.each([
    ["2026-08-31", 6, "2027-02-28"],
    ["2027-08-31", 6, "2028-02-29"],
    ["2027-03-26", 6, "2027-09-26"],
    ["2027-01-31", 1, "2027-02-28"],
    ["2027-12-31", 1, "2028-01-31"],
    ["2027-03-31", -1, "2027-02-28"],
    ["2027-01-15", -13, "2025-12-15"],
  ])("%s and %i months is %s", (date, months, expected) => {
    expect(dateOf(addMonthsClamped(dayOf(date) ?? Number.NaN, months))).toBe(expected);
  });
});

describe("wall times", () => {
  it("parses every time that it formats, up to 48:00", () => {
    for (let minutes = 0; minutes <= 2880; minutes++) {
      expect(wallMinutes(wallTime(minutes), { max: 2880 })).toBe(minutes);
    }
    expect([wallTime(0), wallTime(545), wallTime(1440), wallTime(2880)]).toEqual([
      "00:00",
      "09:05",
      "24:00",
      "48:00",
    ]);
  });

  it("is undefined for a malformed text or a time after the maximum", () => {
    for (const text of ["9:00", "09:60", "48:01", "49:00", "09-00", "09:00:00", "0a:00", "", "-1:00"]) {
      expect(wallMinutes(text, { max: 2880 })).toBeUndefined();
    }
    expect(wallMinutes("24:00", { max: 1439 })).toBeUndefined();
    expect(wallMinutes("23:59", { max: 1439 })).toBe(1439);
  });
});
