import type { Interval } from "./appointmentItems.ts";
import { appendSpan, type Spans } from "./spans.ts";

/** One millisecond, the difference between the last start of a range and the end of its half-open span. */
export const MILLISECOND = 1;

/** Receives ranges of starts while they are found: every instant from `first` to `last`, both inclusive. */
export interface StartSink {
  mark(first: number, last: number): void;
}

/**
 * Finds the starts whose interval lies entirely within `working` and does not overlap `taken`, earliest first. It makes one pass
 * over both lists, because a search for a month of fifty staff members spends most of its time here. Spans never touch, so ranges
 * of starts never touch either.
 */
export function scanStarts(working: Spans, taken: Spans, { from, until }: Interval, sink: StartSink): void {
  let j = 0;
  for (let i = 0; i < working.length; i += 2) {
    let freeFrom = working[i] as number;
    const end = working[i + 1] as number;
    while (j < taken.length && (taken[j + 1] as number) <= freeFrom) j += 2;
    // A taken span may reach into the next span of `working`, so j passes only taken spans that end before this span ends.
    while (j < taken.length && (taken[j] as number) < end) {
      const last = (taken[j] as number) - until;
      if (freeFrom - from <= last) sink.mark(freeFrom - from, last);
      freeFrom = taken[j + 1] as number;
      if (freeFrom >= end) break;
      j += 2;
    }
    if (freeFrom < end && freeFrom - from <= end - until) sink.mark(freeFrom - from, end - until);
  }
}

/** Returns the starts that `scanStarts` finds, as spans. */
export function freeStarts(working: Spans, taken: Spans, interval: Interval): Spans {
  collector.clear();
  scanStarts(working, taken, interval, collector);
  return collector.spans();
}

/** Collects starts as spans. The ranges arrive in order and never touch, because free spans never touch. */
class SpanCollector implements StartSink {
  /** A buffer that all calls reuse. The result is copied from it; growing a new list in each call took three times as long. */
  readonly #numbers: number[] = [];
  #length = 0;

  mark(first: number, last: number): void {
    this.#numbers[this.#length++] = first;
    this.#numbers[this.#length++] = last + MILLISECOND;
  }

  clear(): void {
    this.#length = 0;
  }

  spans(): Spans {
    return this.#numbers.slice(0, this.#length);
  }
}

const collector = new SpanCollector();

/** Returns the starts whose interval would overlap one of the spans; touching does not count as overlapping. */
export function startsOverlapping(spans: Spans, { from, until }: Interval): Spans {
  const starts: number[] = [];
  for (let i = 0; i < spans.length; i += 2) {
    appendSpan(starts, (spans[i] as number) - until + MILLISECOND, (spans[i + 1] as number) - from);
  }
  return starts;
}
