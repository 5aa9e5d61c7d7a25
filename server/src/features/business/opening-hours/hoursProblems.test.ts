import { dayOf } from "@daybook/engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ExceptionEntry, hoursProblems, type WeeklyEntry } from "./hoursProblems.ts";

/** Parses texts such as `1 9-18`: the weekday, and the first and last hour. The path of an entry is its index. */
function week(...texts: string[]): WeeklyEntry[] {
  return texts.map((text, index) => {
    const [weekday = 0, starts = 0, ends = 0] = text.split(/[ -]/).map(Number);
    return { path: `/w${index}`, locationId: "", weekday, startsMinute: starts * 60, endsMinute: ends * 60 };
  });
}

function exception(date: string, texts: string[], locationId = ""): ExceptionEntry {
  const intervals = texts.map((text, at) => {
    const [starts = 0, ends = 0] = text.split("-").map(Number);
    return { path: `/${date}/${at}`, startsMinute: starts * 60, endsMinute: ends * 60 };
  });
  return { path: `/${date}`, locationId, day: dayOf(date) ?? 0, intervals };
}

const overlapping = (weekly: WeeklyEntry[], ...exceptions: ExceptionEntry[]) =>
  hoursProblems(weekly, exceptions).map(({ path }) => path);

describe("weekly hours", () => {
  test("may be split, touch each other, and follow on", () => {
    expect(overlapping(week("1 9-12", "1 14-18", "1 12-14", "2 0-24", "3 0-24"))).toEqual([]);
  });

  test("may not overlap on their day, in whatever order they come", () => {
    expect(overlapping(week("1 9-13", "1 12-18"))).toEqual(["/w1"]);
    expect(overlapping(week("1 12-18", "1 9-13"))).toEqual(["/w0"]);
    expect(overlapping(week("1 9-18", "1 9-18"))).toEqual(["/w1"]);
    expect(overlapping(week("1 9-18", "1 10-11", "1 12-13"))).toEqual(["/w1", "/w2"]);
  });

  test("may not run past midnight into the next day's", () => {
    expect(overlapping(week("5 18-26", "6 1-5"))).toEqual(["/w1"]);
    expect(overlapping(week("5 18-26", "6 2-5"))).toEqual([]);
    expect(overlapping(week("5 0-48", "6 12-14"))).toEqual(["/w1"]);
  });

  test("of Sunday night may not run into Monday", () => {
    expect(overlapping(week("1 1-5", "7 20-26"))).toEqual(["/w0"]);
    expect(overlapping(week("1 2-5", "7 20-26"))).toEqual([]);
    expect(overlapping(week("7 0-48", "1 23-25"))).toEqual(["/w1"]);
  });

  test("must end after they start", () => {
    expect(overlapping(week("1 9-9", "2 18-9"))).toEqual(["/w0/ends", "/w1/ends"]);
  });

  test("are refused exactly when a minute of several weeks is open twice", () => {
    const interval = fc
      .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 30 }))
      .map(([weekday, starts, length]) => `${weekday} ${starts}-${Math.min(48, starts + length)}`);
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 6 }), (texts) => {
        const hours = new Set<number>();
        let twice = false;
        for (const { weekday, startsMinute, endsMinute } of week(...texts)) {
          for (let hour = startsMinute / 60; hour < endsMinute / 60; hour++) {
            const ofWeek = ((weekday - 1) * 24 + hour) % 168;
            twice ||= hours.has(ofWeek);
            hours.add(ofWeek);
          }
        }
        expect(overlapping(week(...texts)).length > 0).toBe(twice);
      }),
    );
  });
});

// 2027-03-29 is a Monday.
describe("exceptions", () => {
  test("replace the weekly hours of their date", () => {
    expect(overlapping(week("1 9-18"), exception("2027-03-29", ["10-20"]))).toEqual([]);
    expect(overlapping(week("7 18-26", "1 2-5"), exception("2027-03-29", []))).toEqual([]);
  });

  test("may not overlap in themselves", () => {
    expect(overlapping([], exception("2027-03-29", ["10-14", "13-20"]))).toEqual(["/2027-03-29/1"]);
    expect(overlapping([], exception("2027-03-29", ["13-20", "10-14"]))).toEqual(["/2027-03-29/0"]);
  });

  test("may not run into the next day, be it exceptional or not", () => {
    const late = exception("2027-03-29", ["20-27"]);
    expect(overlapping(week("2 2-5"), late)).toEqual(["/2027-03-29/0"]);
    expect(overlapping(week("2 2-5"), late, exception("2027-03-30", []))).toEqual([]);
    expect(overlapping(week("2 4-5"), late, exception("2027-03-30", ["2-3"]))).toEqual(["/2027-03-30/0"]);
  });

  test("may not be run into from the night before", () => {
    expect(overlapping(week("7 18-26"), exception("2027-03-29", ["1-5"]))).toEqual(["/2027-03-29/0"]);
    expect(overlapping(week("7 18-26"), exception("2027-03-29", ["2-5"]))).toEqual([]);
  });

  test("may be one for each date and location", () => {
    const twice = [exception("2027-03-29", ["9-10"]), exception("2027-03-29", ["11-12"])];
    expect(overlapping([], ...twice)).toEqual(["/2027-03-29/date"]);
    expect(
      overlapping([], exception("2027-03-29", ["9-10"], "a"), exception("2027-03-29", ["11-12"], "b")),
    ).toEqual([]);
  });

  test("of one location leave the hours of another as they are", () => {
    const elsewhere = week("1 9-13").map((entry) => ({ ...entry, locationId: "b" }));
    expect(overlapping(elsewhere, exception("2027-03-29", ["12-18"], "a"))).toEqual(["/2027-03-29/0"]);
    expect(overlapping(elsewhere, exception("2027-03-29", ["13-18"], "a"))).toEqual([]);
  });
});
