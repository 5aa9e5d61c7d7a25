import { BitRow, setBits } from "./bitRow.ts";
import { gridStarts, gridUnit } from "./grid.ts";
import { type Spans, spansOf, spansWithin } from "./spans.ts";
import type { StartSink } from "./startScan.ts";
import { DAY, dayAt, localOf, MINUTE, startOfDay } from "./wallclock.ts";
import type { Zone } from "./zones.ts";

/**
 * Who gets which start. Every grid instant of the range has a square, at a fixed distance from the next, and every
 * visit that was offered a row of bits, one per square: fifty people's month is a few hundred machine words, where
 * going through their 18,000 starts one by one took ten times as long.
 */
export class StartAllocator {
  readonly #zone: Zone;
  readonly #stepMinutes: number;
  readonly #fromAt: number;
  readonly #untilAt: number;
  /** Where square 0 lies, the distance of squares in milliseconds, and how many there are. */
  readonly #originAt: number;
  readonly #unit: number;
  readonly #squares: number;
  /** A clock change that is no multiple of the step puts squares between the grid's instants: then the grid decides. */
  readonly #isEven: boolean;
  readonly #offers: number;
  /** 32-bit words of a row; the offers' rows one after another. */
  readonly #words: number;
  readonly #rows: Int32Array;
  /** Per square one more than the visit that has it; 0 is nobody. */
  readonly #choices: Uint32Array;

  /** For starts in `[fromAt, untilAt)` and so many visits, which are offered by their numbers 0, 1, 2, …. */
  constructor(zone: Zone, stepMinutes: number, fromAt: number, untilAt: number, offers: number) {
    this.#zone = zone;
    this.#stepMinutes = stepMinutes;
    this.#fromAt = fromAt;
    this.#untilAt = untilAt;
    // The midnight of the clock that is in force, even where a change skipped it: the grid is counted from there.
    const { day, offsetMinutes } = localOf(zone, fromAt);
    this.#originAt = day * DAY - offsetMinutes * MINUTE;
    this.#unit = gridUnit(zone, stepMinutes, fromAt, untilAt);
    this.#isEven = this.#unit === stepMinutes * MINUTE;
    this.#squares = Math.max(0, Math.ceil((untilAt - this.#originAt) / this.#unit));
    this.#offers = offers;
    this.#words = (this.#squares + 31) >> 5;
    this.#rows = new Int32Array(this.#words * offers);
    this.#choices = new Uint32Array(this.#squares);
  }

  /** The row of a visit, on which its starts are marked; those out of the range are cut off. */
  row(visit: number): StartSink {
    const bits = this.#rows;
    const first = visit * this.#words;
    return this.#isEven
      ? new BitRow(bits, first, this.#originAt, this.#unit, this.#fromAt, this.#untilAt - 1)
      : { mark: (from, until) => this.#markOneByOne(bits, first, from, until) };
  }

  #markOneByOne(bits: Int32Array, row: number, first: number, last: number): void {
    const span = spansWithin([first, last + 1], this.#fromAt, this.#untilAt);
    for (const at of gridStarts(this.#zone, this.#stepMinutes, span)) {
      const square = (at - this.#originAt) / this.#unit;
      setBits(bits, row, square, square);
    }
  }

  /**
   * Gives each start to one of the visits that it is possible for: the one whose member has the fewest minutes
   * booked on its local day, then the lower number. The minutes are asked only where there is a choice.
   */
  deal(minutesOf: (visit: number, day: number) => number): void {
    const possible = this.#united();
    const order = new Uint16Array(this.#offers);
    const minutes = new Float64Array(this.#offers);
    let first = 0;
    for (let day = dayAt(this.#zone, this.#originAt + DAY / 2); first < this.#squares; day++) {
      const nextDayAt = startOfDay(this.#zone, day + 1);
      const end = Math.min(this.#squares, Math.ceil((nextDayAt - this.#originAt) / this.#unit));
      if (end <= first) continue;
      if (this.#offers > 1) sortLeastBooked(order, minutes, minutesOf, day);
      this.#dealDay(order, possible, first, end - 1);
      first = end;
    }
  }

  #dealDay(order: Uint16Array, possible: Int32Array, first: number, last: number): void {
    const rows = this.#rows;
    const words = this.#words;
    for (let word = first >> 5; word <= last >> 5; word++) {
      // Only what somebody can serve is dealt, so that the day ends with the last start and not with the last member.
      let open = possible[word] as number;
      if (word === first >> 5) open &= -1 << (first & 31);
      if (word === last >> 5) open &= -1 >>> (31 - (last & 31));
      for (let i = 0; i < order.length && open !== 0; i++) {
        const visit = order[i] as number;
        let won = open & (rows[visit * words + word] as number);
        open ^= won;
        for (; won !== 0; won &= won - 1) {
          this.#choices[32 * word + 31 - Math.clz32(won & -won)] = visit + 1;
        }
      }
    }
  }

  /** The squares that are possible for any visit. */
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

  /** Gives the grid instants in the spans to a visit, and says whether there were any. */
  fill(visit: number, starts: Spans): boolean {
    const grid = gridStarts(this.#zone, this.#stepMinutes, starts);
    for (const at of grid) this.#choices[(at - this.#originAt) / this.#unit] = visit + 1;
    return grid.length > 0;
  }

  /** The starts that somebody has, each as a span of its own. */
  dealtStarts(): Spans {
    return instants(this.slots().starts);
  }

  /** The starts that somebody has, earliest first, each with its visit's number. */
  slots(): { starts: number[]; choices: number[] } {
    const origin = this.#originAt;
    const unit = this.#unit;
    const choices = this.#choices;
    let count = 0;
    const dealt = startsSheet;
    const whose = choicesSheet;
    while (dealt.length < choices.length) {
      dealt.push(0.5);
      whose.push(0);
    }
    for (let square = 0; square < choices.length; square++) {
      const choice = choices[square] as number;
      if (choice === 0) continue;
      dealt[count] = origin + square * unit;
      whose[count++] = choice - 1;
    }
    return { starts: dealt.slice(0, count), choices: whose.slice(0, count) };
  }
}

/** Where answers are put together before they are copied: to grow lists anew for each took twice as long. */
const startsSheet: number[] = [];
const choicesSheet: number[] = [];

function instants(starts: readonly number[]): Spans {
  return spansOf(starts.map((at) => [at, at + 1]));
}

/** Puts the visits in order by insertion: most days they nearly are already, and fifty are few. */
function sortLeastBooked(
  order: Uint16Array,
  minutes: Float64Array,
  minutesOf: (visit: number, day: number) => number,
  day: number,
): void {
  for (let visit = 0; visit < order.length; visit++) {
    const own = minutesOf(visit, day);
    let place = visit;
    for (; place > 0 && (minutes[place - 1] as number) > own; place--) {
      minutes[place] = minutes[place - 1] as number;
      order[place] = order[place - 1] as number;
    }
    minutes[place] = own;
    order[place] = visit;
  }
}
