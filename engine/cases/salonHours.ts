import fc from "fast-check";
import type { Hours, WallInterval } from "../src/hours.ts";

/**
 * Time zones, each with the date of a clock change or the date before it. The changes differ in amount and time of day.
 * The last zone has no clock change.
 */
export const ZONE_DATES: readonly (readonly [zone: string, date: string])[] = [
  ["Europe/Berlin", "2027-03-27"],
  ["Europe/Berlin", "2027-10-30"],
  ["America/New_York", "2027-03-13"],
  ["America/New_York", "2027-11-06"],
  ["Australia/Lord_Howe", "2027-10-02"],
  ["Australia/Lord_Howe", "2027-04-03"],
  ["Africa/Cairo", "2027-04-30"], // The clock change skips midnight.
  ["America/Havana", "2027-11-06"],
  ["Asia/Kathmandu", "2027-02-28"],
];

const multipleOfFive = (max: number) => fc.integer({ min: 0, max: max / 5 }).map((fives) => fives * 5);

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
    .tuple(multipleOfFive(1435), fc.integer({ min: 1, max: 900 }))
    .map(([startsMinute, length]) => ({ startsMinute, endsMinute: Math.min(2880, startsMinute + length) })),
);

const dayHours = fc.array(wall, { maxLength: 3 });

/**
 * Generates weekly hours and often an exception on `date`. Includes split days, overnight hours and days that are open
 * for 24 hours.
 */
export function hours(date: string): fc.Arbitrary<Hours> {
  return fc
    .tuple(fc.array(wall, { minLength: 1, maxLength: 2 }), fc.option(dayHours))
    .map(([everyDay, exception]) => ({
      weekly: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
        everyDay.map((interval) => ({ weekday, ...interval })),
      ),
      exceptions: exception === null ? [] : [{ date, intervals: exception }],
    }));
}
