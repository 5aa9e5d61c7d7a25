import { instantOf, localOf } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/** One occurrence of a repeating block: `[startsAt, endsAt)` in milliseconds since the epoch. */
export interface Occurrence {
  readonly startsAt: number;
  readonly endsAt: number;
}

/**
 * Returns the starts of an appointment that repeats every N weeks at the same local wall time, including the first. The first
 * is exactly the given instant (its offset may select the second of two occurrences of 02:30); a later wall time that a clock
 * change skips moves forward by the gap, and for one that occurs twice, the first occurrence counts (contract §5, wall time).
 */
export function repeatWeekly(
  zone: Zone,
  startsAt: number,
  everyWeeks: number,
  occurrences: number,
): number[] {
  const first = localOf(zone, startsAt);
  return Array.from({ length: occurrences }, (_, nth) =>
    nth === 0 ? startsAt : instantOf(zone, first.day + nth * everyWeeks * 7, first.minute),
  );
}

/**
 * Returns the occurrences of a block that repeats every N days. The first is exactly the given one. Later ones keep the wall time
 * of both ends, so a block over the night of a clock change is an hour shorter or longer. Where the change would leave no time
 * between the two ends (02:30–03:15 where 02:30 moves to 03:30), the block keeps its elapsed length instead.
 */
export function repeatDaily(
  zone: Zone,
  startsAt: number,
  endsAt: number,
  everyDays: number,
  occurrences: number,
): Occurrence[] {
  const start = localOf(zone, startsAt);
  const end = localOf(zone, endsAt);
  return Array.from({ length: occurrences }, (_, nth) => {
    if (nth === 0) return { startsAt, endsAt };
    const days = nth * everyDays;
    const nextStartsAt = instantOf(zone, start.day + days, start.minute);
    const nextEndsAt = instantOf(zone, end.day + days, end.minute);
    const lasts = nextStartsAt < nextEndsAt;
    return { startsAt: nextStartsAt, endsAt: lasts ? nextEndsAt : nextStartsAt + (endsAt - startsAt) };
  });
}
