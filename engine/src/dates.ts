/**
 * Converts a local date to a day number: days since 1970-01-01, so that the next day is `+ 1` and dates are compared and stored
 * as numbers. Returns undefined for any text that is not an existing date written `YYYY-MM-DD` in the years 0001–9999
 * (`2027-02-30`, `2027-2-3` and `2027-02-03T00:00` are undefined).
 */
export function dayOf(date: string): number | undefined {
  if (date.length !== 10 || date.charCodeAt(4) !== HYPHEN || date.charCodeAt(7) !== HYPHEN) return undefined;
  const year = twoDigits(date, 0) * 100 + twoDigits(date, 2);
  const month = twoDigits(date, 5);
  const dayOfMonth = twoDigits(date, 8);
  // A character that is not a digit makes the parsed number NaN, which fails every comparison.
  if (!(year >= 1 && month >= 1 && month <= 12 && dayOfMonth >= 1)) return undefined;
  return dayOfMonth <= lengthOfMonth(year, month) ? dayOfCalendar(year, month, dayOfMonth) : undefined;
}

/** Converts a day number to a date, `YYYY-MM-DD`. Years 0001–9999. */
export function dateOf(day: number): string {
  const { year, month, dayOfMonth } = calendarOf(day);
  return `${String(year).padStart(4, "0")}-${padded(month)}-${padded(dayOfMonth)}`;
}

/** Returns the weekday of a day number: 1 = Monday … 7 = Sunday. */
export function weekdayOf(day: number): number {
  // Day 0 was a Thursday.
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/**
 * Returns the same day of the month `months` later (earlier if negative), or that month's last day: 31 August + 6 = 28 February.
 */
export function addMonthsClamped(day: number, months: number): number {
  const { year, month, dayOfMonth } = calendarOf(day);
  const monthsSinceYearZero = year * 12 + (month - 1) + months;
  const newYear = Math.floor(monthsSinceYearZero / 12);
  const newMonth = monthsSinceYearZero - newYear * 12 + 1;
  return dayOfCalendar(newYear, newMonth, Math.min(dayOfMonth, lengthOfMonth(newYear, newMonth)));
}

/**
 * Converts a wall time `HH:MM` to minutes since local midnight. Returns undefined when it is malformed or later than `max`
 * minutes (inclusive): 1439 for the start of hours, 2880 (`48:00`) for their end.
 */
export function wallMinutes(text: string, { max }: { max: number }): number | undefined {
  if (text.length !== 5 || text.charCodeAt(2) !== COLON) return undefined;
  const hours = twoDigits(text, 0);
  const minutes = twoDigits(text, 3);
  const total = hours * 60 + minutes;
  return minutes <= 59 && total <= max ? total : undefined;
}

/** Converts whole minutes since local midnight, 0…2880 (`48:00`), to `HH:MM`. */
export function wallTime(minutes: number): string {
  return `${padded(Math.floor(minutes / 60))}:${padded(minutes % 60)}`;
}

/** Returns an integer 0…99 as two decimal digits. */
export function padded(number: number): string {
  return TWO_DIGITS[number] as string;
}

const TWO_DIGITS = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));
const HYPHEN = 45;
const COLON = 58;
const DAYS_IN_400_YEARS = 146_097;
/** The number of days from 0000-03-01 to 1970-01-01. */
const EPOCH = 719_468;

/**
 * Converts a calendar date to a day number. Years are counted from March, so that the leap day is the last day of a year and
 * `daysBeforeMonth` needs no table.
 */
function dayOfCalendar(year: number, month: number, dayOfMonth: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const monthsSinceMarch = (month + 9) % 12;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + daysBeforeMonth(monthsSinceMarch) + dayOfMonth - 1 - EPOCH;
}

function calendarOf(day: number): { year: number; month: number; dayOfMonth: number } {
  const sinceYearZero = day + EPOCH;
  const era = Math.floor(sinceYearZero / DAYS_IN_400_YEARS);
  const dayOfEra = sinceYearZero - era * DAYS_IN_400_YEARS;
  // The number of leap days before this day in the era: without them, every year has 365 days.
  const leapDays =
    Math.floor(dayOfEra / 1460) -
    Math.floor(dayOfEra / 36_524) +
    Math.floor(dayOfEra / (DAYS_IN_400_YEARS - 1));
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - yearOfEra * 365 - Math.floor(yearOfEra / 4) + Math.floor(yearOfEra / 100);
  const monthsSinceMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9;
  return {
    year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0),
    month,
    dayOfMonth: dayOfYear - daysBeforeMonth(monthsSinceMarch) + 1,
  };
}

/** Returns the number of days before a month, counted from March: each group of five months has 153 days (31, 30, 31, 30, 31). */
function daysBeforeMonth(monthsSinceMarch: number): number {
  return Math.floor((153 * monthsSinceMarch + 2) / 5);
}

function lengthOfMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Parses two digits; returns NaN when either character is not a digit. */
function twoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 48;
  const ones = text.charCodeAt(index + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
