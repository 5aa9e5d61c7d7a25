import { BitRow } from "./bitRow.ts";
import { commonDivisor, gridUnit } from "./grid.ts";
import { durationOf } from "./phases.ts";
import type { Search } from "./search.ts";
import type { Spans } from "./spans.ts";
import { DAY, localOf, MINUTE } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/**
 * A series of instants (cells) at a fixed distance, used as positions of bits: one for every grid start of a search and for every
 * instant at which one of its items could start. The distance divides the grid and all durations, so that an item that follows
 * another one starts on a cell too.
 */
export class Cells {
  readonly #originAt: number;
  readonly #unit: number;
  readonly #fromAt: number;
  readonly #words: number;
  /** The end of the range in which items can start, exclusive. */
  readonly untilAt: number;

  constructor(zone: Zone, search: Search) {
    const { items, fromAt, untilAt } = search;
    const step = items[0]?.rules.slotStepMinutes ?? 1;
    const durations = items.map((item) => item.candidates.map(({ phases }) => durationOf(phases)));
    // Uses midnight by the current offset, even where a clock change skipped it, because the grid counts from that time.
    const { day, offsetMinutes } = localOf(zone, fromAt);
    const grid = gridUnit(zone, step, fromAt, untilAt) / MINUTE;
    const longest = durations.reduce((sum, minutes) => sum + Math.max(0, ...minutes), 0);
    this.#originAt = day * DAY - offsetMinutes * MINUTE;
    this.#unit = durations.flat().reduce(commonDivisor, grid) * MINUTE;
    this.#fromAt = fromAt;
    this.untilAt = untilAt + longest * MINUTE;
    this.#words = ((Math.ceil((this.untilAt - this.#originAt) / this.#unit) + 31) >> 5) + 1;
  }

  /** Returns a row in which no bit is set. */
  none(): Int32Array {
    return new Int32Array(this.#words);
  }

  /** Returns a row with the cells that lie in the spans. */
  within(spans: Spans): Int32Array {
    const bits = this.none();
    const row = new BitRow(bits, 0, this.#originAt, this.#unit, this.#fromAt, this.untilAt - 1);
    for (let i = 0; i < spans.length; i += 2) row.mark(spans[i] as number, (spans[i + 1] as number) - 1);
    return bits;
  }

  /** Returns the number of the cell at an instant. */
  cellAt(at: number): number {
    return (at - this.#originAt) / this.#unit;
  }

  /** Returns the number of cells in a duration. */
  cellsIn(minutes: number): number {
    return (minutes * MINUTE) / this.#unit;
  }
}

export function hasBit(bits: Int32Array, cell: number): boolean {
  return (((bits[cell >> 5] as number) >>> (cell & 31)) & 1) === 1;
}

/** Whether any bit of a row is set from `first` to `last`, both inclusive. */
export function hasBitBetween(bits: Int32Array, first: number, last: number): boolean {
  for (let word = first >> 5; word <= last >> 5; word++) {
    let open = bits[word] as number;
    if (word === first >> 5) open &= -1 << (first & 31);
    if (word === last >> 5) open &= -1 >>> (31 - (last & 31));
    if (open !== 0) return true;
  }
  return false;
}

/** Clears the bits of a row that are not set in `other`. */
export function keepBits(bits: Int32Array, other: Int32Array): void {
  for (let word = 0; word < bits.length; word++) {
    bits[word] = (bits[word] as number) & (other[word] as number);
  }
}

/** Returns a row with each cell for which `bits` contains the cell that is `distance` cells later. */
export function earlierBits(bits: Int32Array, distance: number): Int32Array {
  const earlier = new Int32Array(bits.length);
  const words = distance >> 5;
  const shift = distance & 31;
  for (let word = 0; word + words < bits.length; word++) {
    const low = (bits[word + words] as number) >>> shift;
    const high = shift === 0 ? 0 : (bits[word + words + 1] ?? 0) << (32 - shift);
    earlier[word] = low | high;
  }
  return earlier;
}

/**
 * Adds to `sum` the cells of `own` for which `next` contains the cell that is `distance` cells later. Without `next`, adds all
 * cells of `own`.
 */
export function addFollowed(
  sum: Int32Array,
  own: Int32Array,
  next: Int32Array | undefined,
  distance: number,
): void {
  const later = next === undefined ? undefined : earlierBits(next, distance);
  for (let word = 0; word < sum.length; word++) {
    const followed = later === undefined ? -1 : (later[word] as number);
    sum[word] = (sum[word] as number) | ((own[word] as number) & followed);
  }
}
