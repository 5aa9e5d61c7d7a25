/**
 * Spans of time as one flat list `[start, end, start, end, …]` in milliseconds since the epoch (or any other numbers): sorted,
 * disjoint and never touching. Each span is half-open: it includes its start and excludes its end. The list contains
 * numbers instead of objects for speed, because every availability search scans a month of up to fifty staff members.
 */
export type Spans = readonly number[];

/** An empty list of spans. */
export const noSpans: Spans = [];

/**
 * Converts `[start, end]` pairs in any order to spans. Merges overlapping and touching pairs, and drops empty and reversed
 * pairs.
 */
export function spansOf(pairs: Iterable<readonly [start: number, end: number]>): Spans {
  const sorted = Array.from(pairs)
    .filter(([start, end]) => start < end)
    .sort((one, other) => one[0] - other[0]);
  const spans: number[] = [];
  for (const [start, end] of sorted) appendSpan(spans, start, end);
  return spans;
}

/**
 * Appends one span to a list under construction, merging it with the last one when they overlap or touch. `start` must not be
 * before the start of the last span; an empty span is left out.
 */
export function appendSpan(spans: number[], start: number, end: number): void {
  if (start >= end) return;
  const last = spans.length - 1;
  if (last > 0 && start <= at(spans, last)) {
    if (end > at(spans, last)) spans[last] = end;
  } else {
    spans.push(start, end);
  }
}

/** Returns the time that lies in both lists. Linear in both lengths; little more than a copy if one list is a single span. */
export function intersectSpans(one: Spans, other: Spans): Spans {
  if (one.length === 2) return spansWithin(other, at(one, 0), at(one, 1));
  if (other.length === 2) return spansWithin(one, at(other, 0), at(other, 1));
  const both: number[] = [];
  let i = 0;
  let j = 0;
  while (i < one.length && j < other.length) {
    const oneEnd = at(one, i + 1);
    const otherEnd = at(other, j + 1);
    const start = Math.max(at(one, i), at(other, j));
    const end = Math.min(oneEnd, otherEnd);
    if (start < end) both.push(start, end);
    if (oneEnd <= otherEnd) i += 2;
    if (otherEnd <= oneEnd) j += 2;
  }
  return both;
}

/** Returns the time of `from` that does not lie in `taken`. Linear in the two lengths. */
export function subtractSpans(from: Spans, taken: Spans): Spans {
  if (taken.length === 0) return from;
  const left: number[] = [];
  let j = 0;
  for (let i = 0; i < from.length; i += 2) {
    let start = at(from, i);
    const end = at(from, i + 1);
    while (j < taken.length && at(taken, j + 1) <= start) j += 2;
    // A taken span may reach into the next span of `from`, so j passes only taken spans that end before this span ends.
    while (j < taken.length && at(taken, j) < end) {
      if (start < at(taken, j)) left.push(start, at(taken, j));
      start = at(taken, j + 1);
      if (start >= end) break;
      j += 2;
    }
    if (start < end) left.push(start, end);
  }
  return left;
}

/** Returns the time that lies in either list; overlapping and touching spans are merged. Linear in the two lengths. */
export function unionSpans(one: Spans, other: Spans): Spans {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const either: number[] = [];
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    if (j >= other.length || (i < one.length && at(one, i) <= at(other, j))) {
      appendSpan(either, at(one, i), at(one, i + 1));
      i += 2;
    } else {
      appendSpan(either, at(other, j), at(other, j + 1));
      j += 2;
    }
  }
  return either;
}

/** Returns the time that lies in `[from, to)`; spans across an edge are cut at the edge. */
export function spansWithin(spans: Spans, from: number, to: number): Spans {
  if (spans.length > 0 && from <= at(spans, 0) && at(spans, spans.length - 1) <= to) return spans;
  const first = firstEndingAfter(spans, from);
  const end = firstStartingFrom(spans, to);
  if (first >= end || from >= to) return noSpans;
  // `slice` copies the memory at once; only the first and last edge can lie outside the range.
  const within = spans.slice(first, end);
  if (at(within, 0) < from) within[0] = from;
  if (at(within, within.length - 1) > to) within[within.length - 1] = to;
  return within;
}

/** Whether all of `[start, end)` lies in one span. If start = end, whether a span contains that instant. */
export function coversSpan(spans: Spans, start: number, end: number): boolean {
  const i = firstEndingAfter(spans, start);
  return i < spans.length && at(spans, i) <= start && end <= at(spans, i + 1);
}

/** Whether any instant of `[start, end)` lies in the spans; spans that only touch it do not count. */
export function overlapsSpan(spans: Spans, start: number, end: number): boolean {
  const i = firstEndingAfter(spans, start);
  return start < end && i < spans.length && at(spans, i) < end;
}

/** Returns the index of the first span that ends after the instant; the list's length when there is none. */
function firstEndingAfter(spans: Spans, instant: number): number {
  let low = 0;
  let high = spans.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(spans, 2 * middle + 1) <= instant) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}

/** Returns the index of the first span that starts at the instant or after it; the list's length when there is none. */
function firstStartingFrom(spans: Spans, instant: number): number {
  let low = 0;
  let high = spans.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(spans, 2 * middle) < instant) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}

/**
 * Returns a number of the list. Callers stay inside the list, so the index is not checked: a check for every number would be
 * slower.
 */
function at(spans: Spans, index: number): number {
  return spans[index] as number;
}
