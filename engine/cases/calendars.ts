import type { Hours } from "../src/hours.ts";
import { type Audience, calendarAt, calendarMinutes } from "./salonFacts.ts";
import type { MinuteClaim, Salon } from "./salons.ts";

/** The bitmaps of a generated salon, which the oracle reads. Each has one entry per minute of the salon's calendar. */
export interface Calendar {
  /** The local date of each minute (a day number) and the minutes since local midnight. */
  readonly dayOf: readonly number[];
  readonly minuteOfDay: readonly number[];
  readonly open: Uint8Array;
  readonly working: readonly Uint8Array[];
  readonly taken: readonly Uint8Array[];
  /** The number of free units of each resource per minute. It is negative where claims exceed the capacity. */
  readonly unitsFree: readonly Int8Array[];
  /** Returns the first minute of a local date: −Infinity for a date before the calendar, Infinity for one after it. */
  beginningOf(day: number): number;
}

export function calendarOf(salon: Salon, audience: Audience): Calendar {
  const minutes = calendarMinutes(salon);
  const wall = wallMinutes(salon.zone, calendarAt(salon), minutes);
  const dayOf = wall.map((minute) => Math.floor(minute / 1440));
  const firstReaching = (wanted: number) => {
    if (wanted < (wall[0] ?? 0)) return Number.NEGATIVE_INFINITY;
    const found = wall.findIndex((minute) => minute >= wanted);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  };
  const hoursMap = (hours: Hours) => {
    const map = new Uint8Array(minutes);
    for (let day = (dayOf[0] ?? 0) - 2; day <= (dayOf.at(-1) ?? 0); day++) {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      const weekday = ((day + 3) % 7) + 1;
      const intervals =
        hours.exceptions.find((exception) => exception.date === date)?.intervals ??
        hours.weekly.filter((one) => one.weekday === weekday);
      for (const { startsMinute, endsMinute } of intervals) {
        const from = Math.max(0, firstReaching(day * 1440 + startsMinute));
        const until = Math.min(minutes, firstReaching(day * 1440 + endsMinute));
        for (let minute = from; minute < until; minute++) map[minute] = 1;
      }
    }
    return map;
  };
  const counted = (claims: readonly MinuteClaim[]) =>
    claims.filter(({ cause }) => audience === "online" || cause !== "hold");
  const open = hoursMap(salon.open);
  return {
    dayOf,
    minuteOfDay: wall.map((minute, index) => minute - (dayOf[index] ?? 0) * 1440),
    open,
    working: salon.staff.map(({ hours }) =>
      hoursMap(hours).map((working, minute) => working & (open[minute] ?? 0)),
    ),
    taken: salon.staff.map(({ claims }) => {
      const map = new Uint8Array(minutes);
      for (const { fromMinute, minutes: length } of counted(claims))
        map.fill(1, fromMinute, fromMinute + length);
      return map;
    }),
    unitsFree: salon.resources.map(({ capacity, claims }) => {
      const map = new Int8Array(minutes).fill(capacity);
      for (const { fromMinute, minutes: length, exclusive } of counted(claims)) {
        for (let minute = fromMinute; minute < fromMinute + length; minute++) {
          map[minute] = (map[minute] ?? 0) - (exclusive ? capacity : 1);
        }
      }
      return map;
    }),
    beginningOf: (day) => firstReaching(day * 1440),
  };
}

const wallMinutesByKey = new Map<string, number[]>();

/**
 * Returns the local time of each minute as minutes since 1970-01-01T00:00, computed with the time zone data of Node.js.
 */
function wallMinutes(zone: string, fromAt: number, minutes: number): number[] {
  const key = `${zone} ${fromAt} ${minutes}`;
  const known = wallMinutesByKey.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const wall: number[] = [];
  // In every zone of `ZONE_DATES`, clocks change on a quarter hour.
  for (let minute = 0; minute < minutes; minute += 15) {
    const shown = Date.parse(`${format.format(fromAt + minute * 60_000).replace(" ", "T")}:00Z`) / 60_000;
    for (let further = 0; further < 15; further++) wall.push(shown + further);
  }
  wallMinutesByKey.set(key, wall);
  return wall;
}
