import { BitRow, setBits } from "./bitRow.ts";
import { gridStarts, gridUnit } from "./grid.ts";
import { spansWithin } from "./spans.ts";
import type { StartSink } from "./startScan.ts";
import { DAY, dayAt, localOf, MINUTE, startOfDay } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/**
 * Gives each start to one of several assignments of staff to the wanted items; an assignment is identified by its number. Every
 * grid instant of the range has a cell, at a fixed distance from the next, and every assignment has a row of bits, one per cell.
 * A month of fifty staff members takes a few hundred machine words; handling its 18,000 starts one by one took ten times as long.
 */
export class StartAllocator {
  readonly #zone: Zone;
  readonly #stepMinutes: number;
  readonly #fromAt: number;
  readonly #untilAt: number;
  /** The instant of cell 0 (`#originAt`), the distance between cells in milliseconds (`#unit`) and the number of cells. */
  readonly #originAt: number;
  readonly #unit: number;
  readonly #cells: number;
  /**
   * Whether every cell is a grid instant; false when a clock change that is not a multiple of the step adds cells between the
   * grid instants.
   */
  readonly #isEven: boolean;
  readonly #assignments: number;
  /** The number of 32-bit words in a row (`#words`), and the rows of all assignments. */
  readonly #words: number;
  readonly #rows: Int32Array;
  /** For each cell, the number of its assignment plus one; 0 for a cell without an assignment. */
  readonly #choices: Uint32Array;

  /** Creates an allocator for starts in `[fromAt, untilAt)` and the assignments 0 … `assignments` − 1. */
  constructor(zone: Zone, stepMinutes: number, fromAt: number, untilAt: number, assignments: number) {
    this.#zone = zone;
    this.#stepMinutes = stepMinutes;
    this.#fromAt = fromAt;
    this.#untilAt = untilAt;
    // Uses midnight by the current offset, even where a clock change skipped it, because the grid counts from that time.
    const { day, offsetMinutes } = localOf(zone, fromAt);
    this.#originAt = day * DAY - offsetMinutes * MINUTE;
    this.#unit = gridUnit(zone, stepMinutes, fromAt, untilAt);
    this.#isEven = this.#unit === stepMinutes * MINUTE;
    this.#cells = Math.max(0, Math.ceil((untilAt - this.#originAt) / this.#unit));
    this.#assignments = assignments;
    this.#words = (this.#cells + 31) >> 5;
    this.#rows = new Int32Array(this.#words * assignments);
    this.#choices = new Uint32Array(this.#cells);
  }

  /** Returns the sink for an assignment's starts. The sink drops starts outside the range. */
  row(assignment: number): StartSink {
    const bits = this.#rows;
    const first = assignment * this.#words;
    return this.#isEven
      ? new BitRow(bits, first, this.#originAt, this.#unit, this.#fromAt, this.#untilAt - 1)
      : { mark: (from, until) => this.#markOneByOne(bits, first, from, until) };
  }

  #markOneByOne(bits: Int32Array, row: number, first: number, last: number): void {
    const span = spansWithin([first, last + 1], this.#fromAt, this.#untilAt);
    for (const at of gridStarts(this.#zone, this.#stepMinutes, span)) {
      const cell = (at - this.#originAt) / this.#unit;
      setBits(bits, row, cell, cell);
    }
  }

  /**
   * Gives each start to one of the assignments that marked it: the one whose staff member has the fewest minutes booked
   * on the start's local day, then the lower number. Calls `minutesOf` only when there is more than one assignment.
   */
  allocate(minutesOf: (assignment: number, day: number) => number): void {
    const possible = this.#united();
    const order = new Uint16Array(this.#assignments);
    const minutes = new Float64Array(this.#assignments);
    let first = 0;
    for (let day = dayAt(this.#zone, this.#originAt + DAY / 2); first < this.#cells; day++) {
      const nextDayAt = startOfDay(this.#zone, day + 1);
      const end = Math.min(this.#cells, Math.ceil((nextDayAt - this.#originAt) / this.#unit));
      if (end <= first) continue;
      if (this.#assignments > 1) sortLeastBooked(order, minutes, minutesOf, day);
      this.#allocateDay(order, possible, first, end - 1);
      first = end;
    }
  }

  #allocateDay(order: Uint16Array, possible: Int32Array, first: number, last: number): void {
    const rows = this.#rows;
    const words = this.#words;
    for (let word = first >> 5; word <= last >> 5; word++) {
      // Only cells that at least one assignment marked are set in `open`, so the loop usually ends before the last assignment.
      let open = possible[word] as number;
      if (word === first >> 5) open &= -1 << (first & 31);
      if (word === last >> 5) open &= -1 >>> (31 - (last & 31));
      for (let i = 0; i < order.length && open !== 0; i++) {
        const assignment = order[i] as number;
        let won = open & (rows[assignment * words + word] as number);
        open ^= won;
        for (; won !== 0; won &= won - 1) {
          this.#choices[32 * word + 31 - Math.clz32(won & -won)] = assignment + 1;
        }
      }
    }
  }

  /** Returns the cells that at least one assignment marked. */
  #united(): Int32Array {
    const words = this.#words;
    const rows = this.#rows;
    const united = new Int32Array(words);
    for (let row = 0; row < rows.length; row += words) {
      for (let word = 0; word < words; word++) {
        united[word] = (united[word] as number) | (rows[row + word] as number);
      }
    }
    return united;
  }

  /** Returns the starts that have an assignment, earliest first, each with its assignment's number. */
  slots(): { starts: number[]; choices: number[] } {
    const origin = this.#originAt;
    const unit = this.#unit;
    const choices = this.#choices;
    let count = 0;
    const starts = startsBuffer;
    const chosen = choicesBuffer;
    // A first value of 0.5 makes V8 store the list as doubles; instants do not fit into small integers.
    while (starts.length < choices.length) {
      starts.push(0.5);
      chosen.push(0);
    }
    for (let cell = 0; cell < choices.length; cell++) {
      const choice = choices[cell] as number;
      if (choice === 0) continue;
      starts[count] = origin + cell * unit;
      chosen[count++] = choice - 1;
    }
    return { starts: starts.slice(0, count), choices: chosen.slice(0, count) };
  }
}

/** Buffers that all calls reuse; results are copied from them. Allocating new arrays for each call took twice as long. */
const startsBuffer: number[] = [];
const choicesBuffer: number[] = [];

/** Sorts the assignments by booked minutes. Uses insertion sort, because the list is short and usually almost sorted. */
function sortLeastBooked(
  order: Uint16Array,
  minutes: Float64Array,
  minutesOf: (assignment: number, day: number) => number,
  day: number,
): void {
  for (let assignment = 0; assignment < order.length; assignment++) {
    const own = minutesOf(assignment, day);
    let position = assignment;
    for (; position > 0 && (minutes[position - 1] as number) > own; position--) {
      minutes[position] = minutes[position - 1] as number;
      order[position] = order[position - 1] as number;
    }
    minutes[position] = own;
    order[position] = assignment;
  }
}
