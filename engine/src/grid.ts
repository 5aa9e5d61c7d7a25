import type { Spans } from "./spans.ts";
import { MILLISECOND, type StartSink } from "./startScan.ts";
import { DAY, MINUTE } from "./wallclock.ts";
import { offsetIndexAt, type Zone } from "./zones.ts";

/**
 * Returns the grid instants that lie in the spans, earliest first: those at which the wall-clock minutes since local midnight are
 * divisible by the step (contract §4). Leaves out a grid time that a clock change skips; includes both instants of one that
 * occurs twice.
 */
export function gridStarts(zone: Zone, stepMinutes: number, spans: Spans): number[] {
  const grid = new GridStarts(zone, stepMinutes, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  for (let i = 0; i < spans.length; i += 2)
    grid.mark(spans[i] as number, (spans[i + 1] as number) - MILLISECOND);
  return grid.starts();
}

/** A sink that collects the grid instants (`gridStarts`) of the marked ranges within a window. The ranges must come in order. */
export class GridStarts implements StartSink {
  readonly #zone: Zone;
  readonly #step: number;
  readonly #fromAt: number;
  readonly #lastAt: number;
  /** Whether the step divides the day, so that the grid continues over midnight. */
  readonly #isEven: boolean;
  /** The offset that applies in `[steadyFrom, steadyUntil)`, in milliseconds. */
  #offset = 0;
  #steadyFrom = Number.POSITIVE_INFINITY;
  #steadyUntil = Number.NEGATIVE_INFINITY;
  #count = 0;

  constructor(zone: Zone, stepMinutes: number, fromAt: number, untilAt: number) {
    this.#zone = zone;
    this.#step = stepMinutes * MINUTE;
    this.#fromAt = fromAt;
    this.#lastAt = untilAt - MILLISECOND;
    this.#isEven = DAY % this.#step === 0;
  }

  mark(first: number, last: number): void {
    let at = first < this.#fromAt ? this.#fromAt : first;
    const until = (last > this.#lastAt ? this.#lastAt : last) + MILLISECOND;
    while (at < until) {
      if (at < this.#steadyFrom || at >= this.#steadyUntil) this.#findOffset(at);
      const end = until < this.#steadyUntil ? until : this.#steadyUntil;
      this.#count = this.#isEven
        ? fillEvenly(this.#count, at, end, this.#offset, this.#step)
        : fillDayByDay(this.#count, at, end, this.#offset, this.#step);
      at = end;
    }
  }

  starts(): number[] {
    return buffer.slice(0, this.#count);
  }

  #findOffset(at: number): void {
    const { changesAt, offsets } = this.#zone;
    const index = offsetIndexAt(this.#zone, at);
    this.#offset = (offsets[index] as number) * MINUTE;
    this.#steadyFrom = changesAt[index - 1] ?? Number.NEGATIVE_INFINITY;
    this.#steadyUntil = changesAt[index] ?? Number.POSITIVE_INFINITY;
  }
}

/**
 * A buffer that all sinks reuse, so only one sink may be in use at a time. `starts` returns a copy; growing a new list in each
 * call took twice as long.
 */
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
