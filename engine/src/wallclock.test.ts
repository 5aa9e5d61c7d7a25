import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kindsIn, zoneCases } from "../cases/cases.ts";
import { dateOf, dayOf, wallMinutes } from "./dates.ts";
import {
  boundaryOf,
  DAY,
  dayAt,
  instantOf,
  instantsOf,
  localOf,
  localText,
  MINUTE,
  startOfDay,
  utcText,
} from "./wallclock.ts";
import { zoneNamed, zoneNames } from "./zones.ts";

const at = Date.parse;

describe("the table of clock changes", () => {
  it("has no kind of case that the tests of the engine leave out", () => {
    expect(kindsIn("time-zones.json")).toEqual({
      resolve: 6,
      day: 6,
      hours: 3,
      slots: 4,
      recurring: 4,
      block_repeat: 1,
      patch_test: 2,
      booking_window: 1,
      duration: 1,
      local_date: 2,
    });
  });

  it.each(zoneCases("resolve"))("$id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    const day = dayNumber(given.local.slice(0, 10));
    const minute = wallMinutes(given.local.slice(11), { max: 1439 }) ?? Number.NaN;
    const instant = instantOf(zone, day, minute);
    expect(utcText(instant)).toBe(expected.utc);
    expect(localText(zone, instant)).toBe(expected.local);
    expect(["gap", "unique", "overlap"][instantsOf(zone, day, minute).length]).toBe(expected.status);
  });

  it.each(zoneCases("day"))("$id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    const start = startOfDay(zone, dayNumber(given.date));
    const end = startOfDay(zone, dayNumber(given.date) + 1);
    expect([utcText(start), utcText(end)]).toEqual([expected.start_utc, expected.end_utc]);
    expect((end - start) / MINUTE).toBe(expected.minutes);
  });

  it.each(zoneCases("duration"))("$id", ({ zone: name, given, expect: expected }) => {
    const startsAt = at(given.starts_at);
    const endsAt = startsAt + given.minutes * MINUTE;
    expect(utcText(endsAt)).toBe(expected.ends_utc);
    expect(localText(zoneNamed(name), startsAt)).toBe(expected.starts_local);
    expect(localText(zoneNamed(name), endsAt)).toBe(expected.ends_local);
  });

  it.each(zoneCases("local_date"))("$id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    expect(dateOf(dayAt(zone, at(given.utc)))).toBe(expected.date);
    expect(localText(zone, at(given.utc))).toBe(expected.local);
  });
});

describe("wall times", () => {
  it("snaps an edge in the gap to the transition and takes the first of two", () => {
    const berlin = zoneNamed("Europe/Berlin");
    expect(utcText(boundaryOf(berlin, dayNumber("2027-03-28"), 150))).toBe("2027-03-28T01:00:00Z");
    expect(utcText(boundaryOf(berlin, dayNumber("2027-03-27"), 1440 + 150))).toBe("2027-03-28T01:00:00Z");
    expect(utcText(boundaryOf(berlin, dayNumber("2027-10-31"), 150))).toBe("2027-10-31T00:30:00Z");
  });

  it("moves every time of a skipped date to the next date, and has no instant for them", () => {
    const apia = zoneNamed("Pacific/Apia");
    const skipped = dayNumber("2011-12-30");
    expect(instantsOf(apia, skipped, 540)).toEqual([]);
    expect(localText(apia, instantOf(apia, skipped, 540))).toBe("2011-12-31T09:00:00+14:00");
    expect(localText(apia, boundaryOf(apia, skipped, 540))).toBe("2011-12-31T00:00:00+14:00");
  });

  it("has both instants of a midnight that occurs twice, and begins the day with the first", () => {
    const havana = zoneNamed("America/Havana");
    const day = dayNumber("2027-11-07");
    expect(instantsOf(havana, day, 30).map((instant) => localText(havana, instant))).toEqual([
      "2027-11-07T00:30:00-04:00",
      "2027-11-07T00:30:00-05:00",
    ]);
    expect(localText(havana, startOfDay(havana, day))).toBe("2027-11-07T00:00:00-04:00");
  });

  it("agrees with a search through all offsets, at changes and away from them", () => {
    fc.assert(
      fc.property(zoneAndWall, ({ zone, day, minute }) => {
        const wall = day * DAY + minute * MINUTE;
        const all = [...zone.offsets].flatMap((offset, i) => {
          const instant = wall - offset * MINUTE;
          const since = zone.changesAt[i - 1] ?? Number.NEGATIVE_INFINITY;
          return instant >= since && instant < (zone.changesAt[i] ?? Number.POSITIVE_INFINITY)
            ? [instant]
            : [];
        });
        expect(instantsOf(zone, day, minute)).toEqual(all);
        if (all.length > 0) {
          expect(instantOf(zone, day, minute)).toBe(all[0]);
          expect(boundaryOf(zone, day, minute)).toBe(all[0]);
        } else {
          const boundary = boundaryOf(zone, day, minute);
          expect(zone.changesAt).toContain(boundary);
          const moved = localOf(zone, instantOf(zone, day, minute));
          const gap = moved.offsetMinutes - localOf(zone, boundary - 1).offsetMinutes;
          expect(moved.day * 1440 + moved.minute).toBe(day * 1440 + minute + gap);
        }
        expect(boundaryOf(zone, day, minute)).toBeLessThanOrEqual(boundaryOf(zone, day, minute + 1));
      }),
      { numRuns: 3000 },
    );
  });

  it("converts an instant to wall time and back, or to the first instant of that wall time", () => {
    fc.assert(
      fc.property(zoneAndWall, fc.integer({ min: 0, max: 59_999 }), ({ zone, day, minute }, milliseconds) => {
        const instant = day * DAY + minute * MINUTE + milliseconds;
        const local = localOf(zone, instant);
        expect(local.day).toBe(dayAt(zone, instant));
        expect(instantsOf(zone, local.day, local.minute)).toContain(instant);
        expect(instantOf(zone, local.day, local.minute)).toBeLessThanOrEqual(instant);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("date-time texts", () => {
  it("parse to the same instant, in the zone and in UTC", () => {
    fc.assert(
      fc.property(zoneAndWall, fc.integer({ min: 0, max: 59_999 }), ({ zone, day, minute }, milliseconds) => {
        const instant = day * DAY + minute * MINUTE + milliseconds;
        expect(Date.parse(localText(zone, instant))).toBe(instant);
        expect(utcText(instant)).toBe(new Date(instant).toISOString().replace(".000Z", "Z"));
      }),
    );
  });

  it("have a fraction only when it is not zero, and offsets east and west of UTC", () => {
    const instant = at("2027-06-01T12:00:00Z");
    expect(utcText(instant + 5)).toBe("2027-06-01T12:00:00.005Z");
    expect(localText(zoneNamed("America/St_Johns"), instant)).toBe("2027-06-01T09:30:00-02:30");
    expect(localText(zoneNamed("Asia/Kathmandu"), instant + 250)).toBe("2027-06-01T17:45:00.250+05:45");
    expect(localText(zoneNamed("Etc/UTC"), instant)).toBe("2027-06-01T12:00:00+00:00");
  });
});

/** Generates minutes of the years 1890–2200 in any zone. Half of the minutes are within 36 hours of a clock change. */
const zoneAndWall = fc
  .tuple(
    fc.constantFrom(...zoneNames()).map(zoneNamed),
    fc.boolean(),
    fc.nat(),
    fc.integer({ min: -2160, max: 2160 }),
    fc.integer({
      min: Math.floor(at("1890-01-01T00:00:00Z") / MINUTE),
      max: at("2201-01-01T00:00:00Z") / MINUTE,
    }),
  )
  .map(([zone, isNearChange, which, distance, anyMinute]) => {
    const changesAt = zone.changesAt.filter((changeAt) => changeAt < at("2200-12-30T00:00:00Z"));
    const changeAt = changesAt[which % (changesAt.length || 1)];
    const minutes =
      isNearChange && changeAt !== undefined ? Math.floor(changeAt / MINUTE) + distance : anyMinute;
    const day = Math.floor(minutes / 1440);
    return { zone, day, minute: minutes - day * 1440 };
  });

function dayNumber(date: string): number {
  return dayOf(date) ?? Number.NaN;
}
