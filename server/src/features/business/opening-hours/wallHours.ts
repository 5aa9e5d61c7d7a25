import { dayOf, type WallInterval, wallMinutes, wallTime } from "@daybook/engine";
import type { Static } from "typebox";
import type { OpenInterval } from "./schema.ts";

type Interval = Static<typeof OpenInterval>;

/** Converts times such as `09:00` and `18:00` to minutes since local midnight. Expects texts that match the schema. */
export function wallIntervalOf({ starts, ends }: Interval): WallInterval {
  return {
    startsMinute: wallMinutes(starts, { max: 1439 }) ?? 0,
    endsMinute: wallMinutes(ends, { max: 2880 }) ?? 0,
  };
}

/** Converts minutes since local midnight to times such as `09:00` and `18:00`. */
export function openIntervalOf({ startsMinute, endsMinute }: WallInterval): Interval {
  return { starts: wallTime(startsMinute), ends: wallTime(endsMinute) };
}

/** Converts an exception's intervals to the stored format that the engine reads, and sorts them by start. */
export function storedIntervals(intervals: readonly Interval[]): readonly WallInterval[] {
  return intervals.map(wallIntervalOf).sort((one, other) => one.startsMinute - other.startsMinute);
}

/** Returns the day number of a date that matches the schema. */
export function dayNumberOf(date: string): number {
  const day = dayOf(date);
  if (day === undefined) throw new RangeError(`${date} is not a valid date.`);
  return day;
}
