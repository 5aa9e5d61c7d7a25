import type { Stretch } from "./appointmentItems.ts";
import { appendSpan, type Spans } from "./spans.ts";

/** Starts are instants: a span of starts includes its last one, so half-open spans end one millisecond later. */
export const MILLISECOND = 1;

/** Receives ranges of starts as they are found: every instant from the first to the last, both included. */
export interface StartSink {
  mark(first: number, last: number): void;
}

/**
 * Finds the starts whose stretch lies entirely within `working` and overlaps nothing of `taken`, earliest first. One
 * pass over both lists, because a search for fifty people's month spends its time here. Spans never touch, so no two
 * ranges of starts touch either.
 */
export function scanStarts(working: Spans, taken: Spans, { from, until }: Stretch, sink: StartSink): void {
  let j = 0;
  for (let i = 0; i < working.length; i += 2) {
    let freeFrom = working[i] as number;
    const end = working[i + 1] as number;
    while (j < taken.length && (taken[j + 1] as number) <= freeFrom) j += 2;
    // A taken span may reach into the next span of `working`, so j only passes those that end before this end.
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

/** The starts that `scanStarts` finds, as spans. */
export function freeStarts(working: Spans, taken: Spans, stretch: Stretch): Spans {
  collector.clear();
  scanStarts(working, taken, stretch, collector);
  return collector.spans();
}

/** Collects starts as spans. The ranges arrive in order and never touch, because free stretches never do. */
class SpanCollector implements StartSink {
  /** Reused for every answer and copied at the end: growing a new list each time took three times as long. */
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

/** Starts whose stretch would overlap one of the spans; touching is not overlapping. */
export function startsOverlapping(spans: Spans, { from, until }: Stretch): Spans {
  const starts: number[] = [];
  for (let i = 0; i < spans.length; i += 2) {
    appendSpan(starts, (spans[i] as number) - until + MILLISECOND, (spans[i + 1] as number) - from);
  }
  return starts;
}
