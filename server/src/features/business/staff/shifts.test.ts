import { dayOf, findZone, type Hours, localText } from "@daybook/engine";
import { describe, expect, test } from "vitest";
import { shiftsOn, timeOffSpans } from "./shifts.ts";

const weekly = (...texts: string[]): Hours => ({
  weekly: texts.map((text) => {
    const [weekday = 0, starts = 0, ends = 0] = text.split(/[ -]/).map(Number);
    return { weekday, startsMinute: starts * 60, endsMinute: ends * 60 };
  }),
  exceptions: [],
});

function scheduleOf(id: string, zoneName: string, hours: Hours) {
  const zone = findZone(zoneName);
  if (zone === undefined) throw new Error(`There is no zone ${zoneName}.`);
  return { id, zone, hours };
}

/** Formats shifts at a location as `start → end` in its local time. */
function shifts(
  at: ReturnType<typeof scheduleOf>,
  hours: Hours,
  from: string,
  to: string,
  away: [string, string][] = [],
) {
  const days = { from: dayOf(from) ?? 0, to: dayOf(to) ?? 0 };
  const timeOff = away.map(([starts, ends]) => ({
    starts_at: Date.parse(starts),
    ends_at: Date.parse(ends),
  }));
  return shiftsOn(days, [at], new Map([[at.id, hours]]), timeOffSpans(timeOff)).map(
    ({ startsAt, endsAt }) => `${localText(at.zone, startsAt)} → ${localText(at.zone, endsAt)}`,
  );
}

// 2027-03-26 is a Friday. In Berlin, the clock goes forward on Sunday 2027-03-28, at 02:00.
describe("shifts", () => {
  test("are the staff member's hours within the opening hours", () => {
    const berlin = scheduleOf("a", "Europe/Berlin", weekly("5 9-18", "6 10-14"));
    expect(
      shifts(berlin, weekly("5 8-12", "5 13-20", "6 9-10", "7 9-18"), "2027-03-26", "2027-03-28"),
    ).toEqual([
      "2027-03-26T09:00:00+01:00 → 2027-03-26T12:00:00+01:00",
      "2027-03-26T13:00:00+01:00 → 2027-03-26T18:00:00+01:00",
    ]);
  });

  test("belong to the date on which they start and are returned to their end", () => {
    const bar = scheduleOf("a", "Europe/Berlin", weekly("4 18-27", "5 18-27"));
    expect(shifts(bar, weekly("4 20-26", "5 20-26"), "2027-03-26", "2027-03-26")).toEqual([
      "2027-03-26T20:00:00+01:00 → 2027-03-27T02:00:00+01:00",
    ]);
  });

  test("continue in the opening hours of the next date", () => {
    const allNight = scheduleOf("a", "Europe/Berlin", weekly("5 0-24", "6 0-24"));
    expect(shifts(allNight, weekly("5 22-30"), "2027-03-26", "2027-03-26")).toEqual([
      "2027-03-26T22:00:00+01:00 → 2027-03-27T06:00:00+01:00",
    ]);
  });

  test("keep their wall times when the time zone changes", () => {
    const berlin = scheduleOf("a", "Europe/Berlin", weekly("6 0-48", "1 0-24"));
    expect(shifts(berlin, weekly("6 22-30", "1 9-18"), "2027-03-27", "2027-03-29")).toEqual([
      "2027-03-27T22:00:00+01:00 → 2027-03-28T06:00:00+02:00",
      "2027-03-29T09:00:00+02:00 → 2027-03-29T18:00:00+02:00",
    ]);
  });

  test("exclude time off, also after midnight of the last date", () => {
    const bar = scheduleOf("a", "Europe/Berlin", weekly("5 18-27"));
    const away: [string, string][] = [
      ["2027-03-26T18:30:00Z", "2027-03-26T19:00:00Z"],
      ["2027-03-27T00:00:00Z", "2027-04-01T00:00:00Z"],
    ];
    expect(shifts(bar, weekly("5 19-27"), "2027-03-26", "2027-03-26", away)).toEqual([
      "2027-03-26T19:00:00+01:00 → 2027-03-26T19:30:00+01:00",
      "2027-03-26T20:00:00+01:00 → 2027-03-27T01:00:00+01:00",
    ]);
  });

  test("of several locations are sorted by instant, each in its own time zone", () => {
    const [berlin, york] = [
      scheduleOf("a", "Europe/Berlin", weekly("5 0-24")),
      scheduleOf("b", "America/New_York", weekly("5 0-24")),
    ];
    const hours = new Map([
      ["a", weekly("5 14-18")],
      ["b", weekly("5 8-11")],
    ]);
    const day = dayOf("2027-03-26") ?? 0;
    const worked = shiftsOn({ from: day, to: day }, [york, berlin], hours, []);
    expect(worked.map(({ location, startsAt }) => [location.id, new Date(startsAt).toISOString()])).toEqual([
      ["b", "2027-03-26T12:00:00.000Z"],
      ["a", "2027-03-26T13:00:00.000Z"],
    ]);
  });
});
