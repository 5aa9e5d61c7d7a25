import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { spanCases, spansOfText } from "../cases/cases.ts";
import {
  coversSpan,
  intersectSpans,
  overlapsSpan,
  type Spans,
  spansOf,
  spansWithin,
  subtractSpans,
  unionSpans,
} from "./spans.ts";

const HORIZON = 60;
const minute = fc.integer({ min: 0, max: HORIZON });
const pair = fc.tuple(minute, minute);
const pairs = fc.array(pair, { maxLength: 12 });

describe("spans, compared with a bitmap of minutes", () => {
  it("normalise any list of pairs", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const bitmap = new Array<boolean>(HORIZON).fill(false);
        for (const [start, end] of list) for (let m = start; m < end; m++) bitmap[m] = true;
        const spans = spansOf(list);
        expect(bitmapOf(spans)).toEqual(bitmap);
        expectNormal(spans);
      }),
    );
  });

  it("intersect, subtract and unite", () => {
    fc.assert(
      fc.property(pairs, pairs, (some, others) => {
        const [one, other] = [spansOf(some), spansOf(others)];
        const [a, b] = [bitmapOf(one), bitmapOf(other)];
        const both = intersectSpans(one, other);
        const left = subtractSpans(one, other);
        const either = unionSpans(one, other);
        expect(bitmapOf(both)).toEqual(a.map((is, m) => is && b[m]));
        expect(bitmapOf(left)).toEqual(a.map((is, m) => is && !b[m]));
        expect(bitmapOf(either)).toEqual(a.map((is, m) => is || b[m]));
        for (const spans of [both, left, either]) expectNormal(spans);
      }),
      { numRuns: 1000 },
    );
  });

  it("clip, cover and overlap", () => {
    fc.assert(
      fc.property(pairs, pair, (list, [start, end]) => {
        const spans = spansOf(list);
        const bitmap = bitmapOf(spans);
        const inside = bitmap.slice(start, Math.max(start, end));
        expect(bitmapOf(spansWithin(spans, start, end))).toEqual(
          bitmap.map((is, m) => is && start <= m && m < end),
        );
        expectNormal(spansWithin(spans, start, end));
        if (start < end) expect(coversSpan(spans, start, end)).toBe(inside.every(Boolean));
        expect(overlapsSpan(spans, start, end)).toBe(inside.some(Boolean));
      }),
      { numRuns: 1000 },
    );
  });

  it("do not overlap where they touch", () => {
    expect(overlapsSpan([0, 10], 10, 20)).toBe(false);
    expect(coversSpan([0, 10], 5, 10)).toBe(true);
    expect(coversSpan([0, 10], 5, 11)).toBe(false);
  });
});

describe("the collected cases", () => {
  it.each(spanCases("subtract"))("subtract: $id $test", ({ input, expect: expected }) => {
    expect(subtractSpans(spansOfText(input.windows), spansOfText(input.busy))).toEqual(
      spansOfText(expected.windows),
    );
  });

  it.each(spanCases("intersect"))("intersect: $id $test", ({ input, expect: expected }) => {
    const lists = input.lists.map(spansOfText);
    expect(lists.reduce(intersectSpans)).toEqual(spansOfText(expected.windows));
  });
});

function bitmapOf(spans: Spans): boolean[] {
  const bitmap = new Array<boolean>(HORIZON).fill(false);
  for (let i = 0; i < spans.length; i += 2) bitmap.fill(true, spans[i], spans[i + 1]);
  return bitmap;
}

function expectNormal(spans: Spans): void {
  expect(spans.every((edge, i) => i === 0 || (spans[i - 1] ?? 0) < edge)).toBe(true);
}
