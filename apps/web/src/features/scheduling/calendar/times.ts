import { DAY, dayAt, localOf, MINUTE, startOfDay, type Zone } from "@daybook/engine";

/**
 * A local date at a location as a range of instants. Positions in the calendar are elapsed minutes since midnight. A day of 23 or 25 hours
 * therefore has a proportional height, and each hour label is at the correct instant.
 */
export interface LocalDay {
  /** The date as `YYYY-MM-DD`. */
  readonly date: string;
  readonly zone: Zone;
  readonly startsAt: number;
  readonly minutes: number;
}

export function localDay(zone: Zone, date: string): LocalDay {
  const day = dayNumber(date);
  const startsAt = startOfDay(zone, day);
  return { date, zone, startsAt, minutes: (startOfDay(zone, day + 1) - startsAt) / MINUTE };
}

/** Returns the minutes from the day's midnight to an instant. The result is negative before midnight. */
export function minutesInto(day: LocalDay, at: number): number {
  return (at - day.startsAt) / MINUTE;
}

export function instantAt(day: LocalDay, minutes: number): number {
  return day.startsAt + minutes * MINUTE;
}

/** Converts elapsed minutes since the day's midnight to the local time, in minutes since 00:00. */
export function wallMinutes(day: LocalDay, minutes: number): number {
  return localOf(day.zone, instantAt(day, minutes)).minute;
}

/** Returns the local time of an instant, in minutes since 00:00. */
export function wallMinutesAt(zone: Zone, at: number): number {
  return localOf(zone, at).minute;
}

export function dateAt(zone: Zone, at: number): string {
  return dateText(dayAt(zone, at));
}

export function plusDays(date: string, days: number): string {
  return dateText(dayNumber(date) + days);
}

/** Returns the Monday of a date's week. */
export function weekStart(date: string): string {
  const day = dayNumber(date);
  // Adds 3, because day 0 (1970-01-01) was a Thursday, three days after a Monday.
  return dateText(day - ((day + 3) % 7));
}

export function isDate(text: string | undefined): text is string {
  return (
    text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  );
}

export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY;
}

function dateText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
