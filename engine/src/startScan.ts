import type { Stretch } from "./appointmentItems.ts";
import { appendSpan, type Spans } from "./spans.ts";

/** Starts are instants: a span of starts includes its last one, so that half-open spans end one millisecond later. */
export const MILLISECOND = 1;

/** Takes down starts as they are found: every instant from the first to the last, both included. */
export interface StartSink {
  mark(first: number, last: number): void;
}

/**
 * Finds the starts whose stretch lies whole within `working` and meets nothing of `taken`, earliest first: one walk over
 * both, because this is where a month of fifty people spends its time. Spans never touch, so what fits into two of
 * them never does either.
 */
export function scanStarts(working: Spans, taken: Spans, { from, until }: Stretch, row: StartSink): void {
  let j = 0;
  for (let i = 0; i < working.length; i += 2) {
    let freeFrom = working[i] as number;
    const end = working[i + 1] as number;
    while (j < taken.length && (taken[j + 1] as number) <= freeFrom) j += 2;
    // Taken time may reach into the next of `working`, so j only passes what ends before this end.
    while (j < taken.length && (taken[j] as number) < end) {
      const last = (taken[j] as number) - until;
      if (freeFrom - from <= last) row.mark(freeFrom - from, last);
      freeFrom = taken[j + 1] as number;
      if (freeFrom >= end) break;
      j += 2;
    }
    if (freeFrom < end && freeFrom - from <= end - until) row.mark(freeFrom - from, end - until);
  }
}

/** The same starts as spans. */
export function freeStarts(working: Spans, taken: Spans, stretch: Stretch): Spans {
  sheet.clear();
  scanStarts(working, taken, stretch, sheet);
  return sheet.spans();
}

/** A row that keeps the starts as spans. They come in order and never touch, because free stretches never do. */
class SpanSheet implements StartSink {
  /** Written over again and again and then copied: to grow a new list for each answer took three times as long. */
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

const sheet = new SpanSheet();

/** Starts whose stretch would overlap one of the spans; touching is not overlapping. */
export function startsOverlapping(spans: Spans, { from, until }: Stretch): Spans {
  const starts: number[] = [];
  for (let i = 0; i < spans.length; i += 2) {
    appendSpan(starts, (spans[i] as number) - until + MILLISECOND, (spans[i + 1] as number) - from);
  }
  return starts;
}
