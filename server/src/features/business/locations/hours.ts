import { dayOf, type WallInterval, wallMinutes, wallTime } from "@daybook/engine";
import type { Static } from "typebox";
import type { HourException, OpenInterval } from "./schema.ts";

/** How an exception's hours are kept in the database: as the engine reads them. */
export type KeptIntervals = readonly WallInterval[];

/** `09:00`–`18:00` in minutes since local midnight. The shape has been checked: the texts are wall times. */
export function wallIntervalOf({ starts, ends }: Static<typeof OpenInterval>): WallInterval {
  return {
    startsMinute: wallMinutes(starts, { max: 1439 }) ?? 0,
    endsMinute: wallMinutes(ends, { max: 2880 }) ?? 0,
  };
}

/** Minutes since local midnight as `09:00`–`18:00`. */
export function openIntervalOf({ startsMinute, endsMinute }: WallInterval): Static<typeof OpenInterval> {
  return { starts: wallTime(startsMinute), ends: wallTime(endsMinute) };
}

/** An exception's intervals, earliest first, as they are kept. */
export function keptIntervals(intervals: Static<typeof HourException>["intervals"]): KeptIntervals {
  return intervals.map(wallIntervalOf).sort((one, other) => one.startsMinute - other.startsMinute);
}

/** The day number of a date whose shape has been checked. */
export function dayNumberOf(date: string): number {
  const day = dayOf(date);
  if (day === undefined) throw new RangeError(`${date} is no date`);
  return day;
}
