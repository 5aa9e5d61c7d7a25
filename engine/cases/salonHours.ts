import fc from "fast-check";
import type { Hours, WallInterval } from "../src/hours.ts";

/** Dates on which clocks change, seldom by an hour and never at the same time of day, and one on which they do not. */
export const PLACES: readonly (readonly [zone: string, date: string])[] = [
  ["Europe/Berlin", "2027-03-27"],
  ["Europe/Berlin", "2027-10-30"],
  ["America/New_York", "2027-03-13"],
  ["America/New_York", "2027-11-06"],
  ["Australia/Lord_Howe", "2027-10-02"],
  ["Australia/Lord_Howe", "2027-04-03"],
  ["Africa/Cairo", "2027-04-30"], // Midnight itself is skipped.
  ["America/Havana", "2027-11-06"],
  ["Asia/Kathmandu", "2027-02-28"],
];

const five = (most: number) => fc.integer({ min: 0, max: most / 5 }).map((fives) => fives * 5);

const wall: fc.Arbitrary<WallInterval> = fc.oneof(
  fc.constantFrom(
    { startsMinute: 480, endsMinute: 780 },
    { startsMinute: 600, endsMinute: 1140 },
    { startsMinute: 1080, endsMinute: 1620 },
    { startsMinute: 0, endsMinute: 1440 },
    { startsMinute: 0, endsMinute: 1440 },
    { startsMinute: 120, endsMinute: 480 },
  ),
  fc
    .tuple(five(1435), fc.integer({ min: 1, max: 900 }))
    .map(([startsMinute, length]) => ({ startsMinute, endsMinute: Math.min(2880, startsMinute + length) })),
);

const shift = fc.array(wall, { maxLength: 3 });

/** Weekly hours, and often others on a date: split days, nights, days around the clock. */
export function hours(date: string): fc.Arbitrary<Hours> {
  return fc
    .tuple(fc.array(wall, { minLength: 1, maxLength: 2 }), fc.option(shift))
    .map(([everyDay, exception]) => ({
      weekly: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
        everyDay.map((interval) => ({ weekday, ...interval })),
      ),
      exceptions: exception === null ? [] : [{ date, intervals: exception }],
    }));
}
