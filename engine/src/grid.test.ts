import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gridStarts, gridUnit, isOnGrid } from "./grid.ts";
import { spansOf } from "./spans.ts";
import { dayAt, instantsOf, localText, MINUTE } from "./wallclock.ts";
import { zoneNamed } from "./zones.ts";

const CHANGES: readonly (readonly [zone: string, around: string])[] = [
  ["Europe/Berlin", "2027-03-28T01:00:00Z"],
  ["America/New_York", "2027-11-07T06:00:00Z"],
  ["Australia/Lord_Howe", "2027-10-02T15:30:00Z"],
  ["Africa/Cairo", "2027-04-29T22:00:00Z"],
  ["America/Santiago", "2027-04-04T03:00:00Z"],
];
const change = fc.constantFrom(...CHANGES).map(([zone, around]) => ({
  zone: zoneNamed(zone),
  around: Date.parse(around),
}));
const step = fc.oneof(fc.constantFrom(5, 15, 60, 45, 120, 7), fc.integer({ min: 1, max: 1440 }));
const minute = fc.integer({ min: -1500, max: 1500 });

describe("the grid", () => {
  it("contains every instant at which the wall clock shows a multiple of the step", () => {
    fc.assert(
      fc.property(
        change,
        step,
        fc.array(fc.tuple(minute, minute), { maxLength: 4 }),
        ({ zone, around }, every, pairs) => {
          const spans = spansOf(pairs.map(([from, to]) => [around + from * MINUTE, around + to * MINUTE]));
          const expected: number[] = [];
          for (let day = dayAt(zone, around) - 2; day <= dayAt(zone, around) + 2; day++) {
            for (let wall = 0; wall < 1440; wall += every) expected.push(...instantsOf(zone, day, wall));
          }
          const inside = expected.filter((at) =>
            spans.some((from, i) => i % 2 === 0 && from <= at && at < (spans[i + 1] ?? 0)),
          );
          expect(gridStarts(zone, every, spans)).toEqual(inside.sort((one, other) => one - other));
          for (const at of inside) expect(isOnGrid(zone, every, at)).toBe(true);
          for (const at of inside) expect(isOnGrid(zone, every, at + 1)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("has a unit that divides the distance of any two of its instants", () => {
    fc.assert(
      fc.property(change, step, minute, minute, ({ zone, around }, every, one, other) => {
        const [from, until] = [
          around + Math.min(one, other) * MINUTE,
          around + Math.max(one, other) * MINUTE,
        ];
        const unit = gridUnit(zone, every, from, until);
        const starts = gridStarts(zone, every, [from, until]);
        for (const at of starts) expect((at - (starts[0] ?? 0)) % unit).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it("leaves out a time that a clock change skips, and contains both instants of one that occurs twice", () => {
    const zone = zoneNamed("America/New_York");
    const texts = (from: string, until: string) =>
      gridStarts(zone, 30, [Date.parse(from), Date.parse(until)]).map((at) => localText(zone, at));
    expect(texts("2027-03-14T06:30:00Z", "2027-03-14T07:30:00Z")).toEqual([
      "2027-03-14T01:30:00-05:00",
      "2027-03-14T03:00:00-04:00",
    ]);
    expect(texts("2027-11-07T05:30:00Z", "2027-11-07T07:00:00Z")).toEqual([
      "2027-11-07T01:30:00-04:00",
      "2027-11-07T01:00:00-05:00",
      "2027-11-07T01:30:00-05:00",
    ]);
  });
});
