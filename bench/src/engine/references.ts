import { busyOf, CLOSES_MINUTE, type Month, OPENS_MINUTE, wBerlin } from "./wBerlin.ts";

const MINUTE = 60_000;
const STEP = wBerlin.step_minutes;
const LENGTH = wBerlin.service_minutes;

/**
 * Returns the reference for finding one staff member's slots: a minimal sweep over the sorted busy periods, stored as
 * integers (minutes of the day). It handles no time zones and no booking rules. The sweep returns instants.
 */
export function referenceSweep(month: Month, staff: number): () => Float64Array {
  const { ends, from, until } = flatBusy(staff);
  const midnights = Float64Array.from(month.midnights);
  const starts = new Float64Array((midnights.length * (CLOSES_MINUTE - OPENS_MINUTE)) / STEP);
  return () => {
    let count = 0;
    let i = 0;
    for (let day = 0; day < midnights.length; day++) {
      const midnight = midnights[day] as number;
      const end = ends[day] as number;
      let free = OPENS_MINUTE;
      for (; i <= end; i++) {
        const taken = i === end ? CLOSES_MINUTE : (from[i] as number);
        for (let at = Math.ceil(free / STEP) * STEP; at + LENGTH <= taken; at += STEP) {
          starts[count++] = midnight + at * MINUTE;
        }
        if (i === end) break;
        free = until[i] as number;
      }
    }
    return starts.subarray(0, count);
  };
}

/**
 * Returns the reference for finding slots with any of several staff members: a bitset with one bit for each possible
 * start of a day. Masks precomputed for each minute clear the starts that a busy period prevents. The bits of all staff
 * members are combined with OR and converted to instants. The forty starts of a day take two words of twenty bits.
 */
export function referenceBitset(month: Month, staff: number): () => Float64Array {
  const busyByStaff = Array.from({ length: staff }, (_, index) => flatBusy(index));
  const midnights = Float64Array.from(month.midnights);
  const low = new Int32Array(midnights.length);
  const high = new Int32Array(midnights.length);
  const starts = new Float64Array(midnights.length * 2 * WORD);
  const [openLow, openHigh] = bitsBetween(0, lastStart(CLOSES_MINUTE));
  const [endedLow, endedHigh] = masksByMinute((minute) => bitsBetween(0, lastStart(minute)));
  const [begunLow, begunHigh] = masksByMinute((minute) => bitsBetween(firstStart(minute), 2 * WORD - 1));
  return () => {
    low.fill(0);
    high.fill(0);
    for (let index = 0; index < busyByStaff.length; index++) {
      const { ends, from, until } = busyByStaff[index] as FlatBusy;
      let i = 0;
      for (let day = 0; day < midnights.length; day++) {
        let ownLow = openLow;
        let ownHigh = openHigh;
        for (const end = ends[day] as number; i < end; i++) {
          ownLow &= (endedLow[from[i] as number] as number) | (begunLow[until[i] as number] as number);
          ownHigh &= (endedHigh[from[i] as number] as number) | (begunHigh[until[i] as number] as number);
        }
        low[day] = (low[day] as number) | ownLow;
        high[day] = (high[day] as number) | ownHigh;
      }
    }
    let count = 0;
    for (let day = 0; day < midnights.length; day++) {
      const opensAt = (midnights[day] as number) + OPENS_MINUTE * MINUTE;
      for (let half = 0; half < 2; half++) {
        let bits = (half === 0 ? low[day] : high[day]) as number;
        for (; bits !== 0; bits &= bits - 1) {
          const bit = 31 - Math.clz32(bits & -bits);
          starts[count++] = opensAt + (half * WORD + bit) * STEP * MINUTE;
        }
      }
    }
    return starts.subarray(0, count);
  };
}

const WORD = 20;

interface FlatBusy {
  /** The end (exclusive) of each day's busy periods, as an index into `from` and `until`. */
  readonly ends: Int32Array;
  readonly from: Int32Array;
  readonly until: Int32Array;
}

function flatBusy(staff: number): FlatBusy {
  const busy = busyOf(staff);
  return {
    ends: Int32Array.from({ length: wBerlin.days }, (_, day) => busy.filter((one) => one.day <= day).length),
    from: Int32Array.from(busy, ({ from }) => from),
    until: Int32Array.from(busy, ({ until }) => until),
  };
}

/** Returns the last start of a slot that ends at or before a minute, as the number of steps since opening. */
const lastStart = (minute: number) => Math.floor((minute - LENGTH - OPENS_MINUTE) / STEP);
/** Returns the first start at or after a minute, as the number of steps since opening. */
const firstStart = (minute: number) => Math.ceil((minute - OPENS_MINUTE) / STEP);

function masksByMinute(bitsAt: (minute: number) => [number, number]): [low: Int32Array, high: Int32Array] {
  const masks = Array.from({ length: 1440 }, (_, minute) => bitsAt(minute));
  return [Int32Array.from(masks, ([low]) => low), Int32Array.from(masks, ([, high]) => high)];
}

function bitsBetween(first: number, last: number): [low: number, high: number] {
  const words: [number, number] = [0, 0];
  for (let start = Math.max(0, first); start <= Math.min(last, 2 * WORD - 1); start++) {
    const word = start < WORD ? 0 : 1;
    words[word] = (words[word] as number) | (1 << (start % WORD));
  }
  return words;
}
