import { addMonthsClamped, dateOf, dayOf } from "@daybook/engine";
import type { replaceLocationHours } from "../features/business/locations/index.ts";

const FIXED = ["01-01", "03-08", "05-01", "10-03", "12-25", "12-26"];
type HourExceptions = Parameters<typeof replaceLocationHours>[3]["hour_exceptions"];

/** Good Friday, Easter Monday, Ascension and Whit Monday, in days from Easter Sunday. */
const FROM_EASTER = [-2, 1, 39, 50];

/**
 * Returns the exceptions to the opening hours. The locations are closed on Berlin's public holidays, from four months before the
 * day number `today` to twelve months after it. They close at 15:00 on the first Friday at least a week ahead, unless it is a
 * holiday.
 */
export function hourExceptionsAround(today: number): HourExceptions {
  const closed = publicHolidays(addMonthsClamped(today, -4), addMonthsClamped(today, 12));
  // Day 1 (2 January 1970) was a Friday.
  const friday = today + 7 + ((((1 - today) % 7) + 7) % 7);
  const early = { date: dateOf(friday), intervals: [{ starts: "10:00", ends: "15:00" }] };
  return [
    ...closed.map((day) => ({ date: dateOf(day), intervals: [] })),
    ...(closed.includes(friday) ? [] : [early]),
  ];
}

/** Returns the holidays as day numbers in ascending order; both ends are inclusive. */
function publicHolidays(fromDay: number, toDay: number): number[] {
  const days = new Set<number>();
  for (let year = yearOf(fromDay); year <= yearOf(toDay); year++) {
    for (const date of FIXED) days.add(dayOf(`${year}-${date}`) ?? 0);
    for (const distance of FROM_EASTER) days.add(easterOf(year) + distance);
  }
  return [...days].filter((day) => day >= fromDay && day <= toDay).sort((one, other) => one - other);
}

function yearOf(day: number): number {
  return Number(dateOf(day).slice(0, 4));
}

/** Returns Easter Sunday as a day number, by Gauss's rule with its two exceptions, for the years 1900 to 2099. */
function easterOf(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isTooLate = (moon === 29 && sunday === 6) || (moon === 28 && sunday === 6 && year % 19 > 10);
  return (dayOf(`${year}-03-22`) ?? 0) + moon + sunday - (isTooLate ? 7 : 0);
}
