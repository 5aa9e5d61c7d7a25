import type { Spans } from "./spans.ts";
import { DAY, MINUTE } from "./wallclock.ts";
import { offsetIndexAt, type Zone } from "./zones.ts";

/**
 * Returns the grid instants that lie in the spans, earliest first: those at which the wall-clock minutes since local midnight are
 * divisible by the step (contract §4). Leaves out a grid time that a clock change skips; includes both instants of one that
 * occurs twice.
 */
export function gridStarts(zone: Zone, stepMinutes: number, spans: Spans): number[] {
  const step = stepMinutes * MINUTE;
  let count = 0;
  let offset = 0;
  let steadyFrom = Number.POSITIVE_INFINITY;
  let steadyUntil = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < spans.length; i += 2) {
    const until = spans[i + 1] as number;
    let at = spans[i] as number;
    while (at < until) {
      if (at < steadyFrom || at >= steadyUntil) {
        const index = offsetIndexAt(zone, at);
        offset = (zone.offsets[index] as number) * MINUTE;
        steadyFrom = zone.changesAt[index - 1] ?? Number.NEGATIVE_INFINITY;
        steadyUntil = zone.changesAt[index] ?? Number.POSITIVE_INFINITY;
      }
      const end = Math.min(until, steadyUntil);
      count =
        DAY % step === 0
          ? fillEvenly(count, at, end, offset, step)
          : fillDayByDay(count, at, end, offset, step);
      at = end;
    }
  }
  return buffer.slice(0, count);
}

/** A buffer that all calls reuse. The result is copied from it; growing a new list in each call took twice as long. */
const buffer: number[] = [];

/**
 * Returns the largest distance in milliseconds that divides the gap between any two grid instants of the range: the grid restarts
 * at midnight, and a clock change shifts it.
 */
export function gridUnit(zone: Zone, stepMinutes: number, fromAt: number, untilAt: number): number {
  let unit = DAY % (stepMinutes * MINUTE) === 0 ? stepMinutes : commonDivisor(stepMinutes, DAY / MINUTE);
  for (
    let index = offsetIndexAt(zone, fromAt);
    (zone.changesAt[index] ?? Number.POSITIVE_INFINITY) < untilAt;
    index++
  ) {
    unit = commonDivisor(
      unit,
      Math.abs((zone.offsets[index + 1] as number) - (zone.offsets[index] as number)),
    );
  }
  return unit * MINUTE;
}

/** Returns the greatest common divisor. */
export function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}

/** Whether an instant lies on the grid. */
export function isOnGrid(zone: Zone, stepMinutes: number, at: number): boolean {
  return gridStarts(zone, stepMinutes, [at, at + 1]).length === 1;
}

/**
 * Writes the grid instants for a step that divides the day, so that the grid continues over midnight. Returns the new number of
 * instants in the buffer.
 */
function fillEvenly(count: number, from: number, until: number, offset: number, step: number): number {
  let filled = count;
  for (let at = Math.ceil((from + offset) / step) * step - offset; at < until; at += step)
    buffer[filled++] = at;
  return filled;
}

/**
 * Writes the grid instants for a step that does not divide the day, so that the grid restarts at each midnight. Returns the new
 * number of instants in the buffer.
 */
function fillDayByDay(count: number, from: number, until: number, offset: number, step: number): number {
  let filled = count;
  for (let midnight = Math.floor((from + offset) / DAY) * DAY; midnight - offset < until; midnight += DAY) {
    const first = Math.max(0, Math.ceil((from + offset - midnight) / step) * step);
    const end = Math.min(midnight + DAY - offset, until);
    for (let at = midnight + first - offset; at < end; at += step) buffer[filled++] = at;
  }
  return filled;
}
