import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spanCases, spansOfText, zoneCases } from "../cases/cases.ts";
import { dateOf, dayOf, wallMinutes, weekdayOf } from "./dates.ts";
import {
  type Hours,
  openSpans,
  openSpansBetween,
  prepareHours,
  staffSpans,
  type WallInterval,
} from "./hours.ts";
import { coversSpan, intersectSpans, type Spans, spansOf, spansWithin } from "./spans.ts";
import { boundaryOf, DAY, dayAt, instantsOf, localText, MINUTE, startOfDay, utcText } from "./wallclock.ts";
import { type Zone, zoneNamed } from "./zones.ts";

describe("hours across clock changes", () => {
  it.each(zoneCases("hours"))("$id", ({ zone: name, given, expect: expected }) => {
    const day = dayNumber(given.date);
    const open = openSpans(zoneNamed(name), onDate(given.date, interval(given.start, given.end)), day, day);
    expect(open.map(utcText)).toEqual([expected.interval.start_utc, expected.interval.end_utc]);
    expect(((open[1] ?? 0) - (open[0] ?? 0)) / MINUTE).toBe(expected.minutes);
  });

  it.each(zoneCases("slots"))("grid times that fit: $id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    const day = dayNumber(given.date);
    const open = openSpans(zone, onDate(given.date, interval(given.start, given.end)), day, day);
    const starts: number[] = [];
    for (let minute = 0; minute < 1440; minute += given.step_minutes) {
      for (const startsAt of instantsOf(zone, day, minute)) {
        if (coversSpan(open, startsAt, startsAt + given.duration_minutes * MINUTE)) starts.push(startsAt);
      }
    }
    expect(starts.length).toBe(expected.count);
    expect(starts.map((startsAt) => localText(zone, startsAt))).toEqual(expected.starts_at);
    expect(starts.map(utcText)).toEqual(expected.starts_utc);
  });
});

describe("the collected cases", () => {
  it.each(spanCases("windows"))("windows: $id $test", ({ input, expect: expected }) => {
    const hours: Hours = {
      weekly: input.weekly.flatMap(({ days, start, end }) =>
        days.map((weekday) => ({ weekday, ...interval(start, end) })),
      ),
      exceptions: (input.overrides ?? []).map(({ date, start, end }) => ({
        date,
        intervals: [interval(start, end)],
      })),
    };
    const [from, to] = input.range.map((text) => Date.parse(text));
    const open = openSpansBetween(zoneNamed(input.tz), hours, from ?? 0, to ?? 0);
    expect(open).toEqual(spansOfText(expected.windows));
  });
});

describe("opening hours", () => {
  const berlin = zoneNamed("Europe/Berlin");
  const monday = dayNumber("2027-06-07");

  it("gives an interval to the date on which it starts", () => {
    const hours: Hours = { weekly: [{ weekday: 1, startsMinute: 1320, endsMinute: 1560 }], exceptions: [] };
    expect(openSpans(berlin, hours, monday + 1, monday + 1)).toEqual([]);
    expect(openSpans(berlin, hours, monday, monday).map(utcText)).toEqual([
      "2027-06-07T20:00:00Z",
      "2027-06-08T00:00:00Z",
    ]);
  });

  it("replaces all hours of a date by its exception, those after midnight included", () => {
    const hours: Hours = {
      weekly: [{ weekday: 1, startsMinute: 1320, endsMinute: 1560 }],
      exceptions: [{ date: "2027-06-07", intervals: [] }],
    };
    expect(
      openSpansBetween(berlin, hours, startOfDay(berlin, monday), startOfDay(berlin, monday + 2)),
    ).toEqual([]);
  });

  it("joins the hours of adjacent dates that touch into one span", () => {
    const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startsMinute: 0, endsMinute: 1440 }));
    const open = openSpans(berlin, { weekly, exceptions: [] }, monday, monday + 365);
    expect(open).toEqual([startOfDay(berlin, monday), startOfDay(berlin, monday + 366)]);
  });

  it("includes hours that began on the date before the window", () => {
    const hours: Hours = { weekly: [{ weekday: 1, startsMinute: 1439, endsMinute: 2880 }], exceptions: [] };
    const from = startOfDay(berlin, monday + 1) + 12 * 60 * MINUTE;
    expect(openSpansBetween(berlin, hours, from, from + 3 * DAY)).toEqual([
      from,
      startOfDay(berlin, monday + 2),
    ]);
  });

  it("includes the first midnight of a date whose midnight occurs twice", () => {
    const stJohns = zoneNamed("America/St_Johns"); // On 2010-11-07 at 00:01 the clock went back to 23:01.
    const sunday = onDate("2010-11-07", interval("00:00", "06:00"));
    const [from, to] = [Date.parse("2010-11-07T02:00:00Z"), Date.parse("2010-11-07T03:00:00Z")];
    expect(localText(stJohns, to)).toBe("2010-11-06T23:30:00-03:30");
    expect(openSpansBetween(stJohns, sunday, from, to).map(utcText)).toEqual([
      "2010-11-07T02:30:00Z",
      "2010-11-07T03:00:00Z",
    ]);
  });

  it("is empty on a date that a clock change skipped", () => {
    const apia = zoneNamed("Pacific/Apia");
    const skipped = dayNumber("2011-12-30");
    expect(openSpans(apia, onDate("2011-12-30", interval("09:00", "18:00")), skipped, skipped)).toEqual([]);
  });

  it("throws a RangeError for an exception with an invalid date", () => {
    expect(() => prepareHours({ weekly: [], exceptions: [{ date: "2027-02-30", intervals: [] }] })).toThrow(
      RangeError,
    );
  });

  it("agrees with resolving every edge on its own, in every kind of zone and season", () => {
    fc.assert(
      fc.property(
        anyZone,
        anyHours,
        anyDay,
        fc.integer({ min: 0, max: 40 }),
        (zone, hours, fromDay, days) => {
          const expected = edgeByEdge(zone, hours, fromDay, fromDay + days);
          expect(openSpans(zone, hours, fromDay, fromDay + days)).toEqual(expected);
          expect(openSpans(zone, prepareHours(hours), fromDay, fromDay + days)).toEqual(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("intersects the staff member's hours with the location's, each expanded to instants", () => {
    fc.assert(
      fc.property(
        anyZone,
        anyHours,
        anyHours,
        anyDay,
        fc.nat(20 * 1440),
        (zone, staff, location, day, minutes) => {
          const from = day * DAY + (minutes % 1440) * MINUTE;
          const to = from + minutes * MINUTE;
          const [first, last] = [dayAt(zone, from) - 3, dayAt(zone, to) + 3];
          const both = intersectSpans(
            edgeByEdge(zone, staff, first, last),
            edgeByEdge(zone, location, first, last),
          );
          expect(staffSpans(zone, staff, location, from, to)).toEqual(spansWithin(both, from, to));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

const anyZone = fc
  .constantFrom(
    ...[
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "America/Havana",
      "Asia/Beirut",
      "Pacific/Apia",
    ],
    ...[
      "Africa/Casablanca",
      "Asia/Kathmandu",
      "America/St_Johns",
      "Antarctica/Troll",
      "Pacific/Chatham",
      "Etc/UTC",
    ],
  )
  .map(zoneNamed);

const anyInterval = fc
  .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 192 }))
  .map(([start, length]) => ({
    startsMinute: start * 15,
    endsMinute: Math.min(2880, (start + length) * 15),
  }));

const anyDay = fc.oneof(
  fc.integer({ min: dayNumber("2027-01-01"), max: dayNumber("2028-12-31") }),
  fc.integer({ min: dayNumber("2009-01-01"), max: dayNumber("2012-12-31") }),
);

const anyHours: fc.Arbitrary<Hours> = fc.record({
  weekly: fc.array(
    fc.tuple(fc.integer({ min: 1, max: 7 }), anyInterval).map(([weekday, times]) => ({ weekday, ...times })),
    { maxLength: 14 },
  ),
  exceptions: fc.uniqueArray(
    fc.record({ date: anyDay.map(dateOf), intervals: fc.array(anyInterval, { maxLength: 3 }) }),
    { maxLength: 5, selector: (exception) => exception.date },
  ),
});

/**
 * Computes opening times without optimisation: converts both ends of each interval of each date with `boundaryOf`, then
 * merges.
 */
function edgeByEdge(zone: Zone, hours: Hours, fromDay: number, toDay: number): Spans {
  const pairs: [number, number][] = [];
  for (let day = fromDay; day <= toDay; day++) {
    const exception = hours.exceptions.find(({ date }) => date === dateOf(day));
    const intervals =
      exception?.intervals ?? hours.weekly.filter(({ weekday }) => weekday === weekdayOf(day));
    for (const { startsMinute, endsMinute } of intervals) {
      pairs.push([boundaryOf(zone, day, startsMinute), boundaryOf(zone, day, endsMinute)]);
    }
  }
  return spansOf(pairs);
}

/** Converts an interval of the case files, in which an end at or before the start is on the next date. */
function interval(start: string, end: string): WallInterval {
  const startsMinute = wallMinutes(start, { max: 1439 }) ?? Number.NaN;
  const endsMinute = wallMinutes(end, { max: 2880 }) ?? Number.NaN;
  return { startsMinute, endsMinute: endsMinute > startsMinute ? endsMinute : endsMinute + 1440 };
}

function onDate(date: string, times: WallInterval): Hours {
  return { weekly: [{ weekday: weekdayOf(dayNumber(date)), ...times }], exceptions: [] };
}

function dayNumber(date: string): number {
  return dayOf(date) ?? Number.NaN;
}
