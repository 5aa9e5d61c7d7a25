import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Discount, discountsOf } from "./discounts.ts";

const percent = (percent: number): Discount => ({ kind: "percent", percent });
const amount = (amountMinor: number): Discount => ({ kind: "amount", amountMinor });
const sumOf = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0);

const price = fc.oneof(fc.nat(20_000), fc.nat(100_000_000_000));
const prices = fc.array(price, { maxLength: 12 });

describe("a percentage", () => {
  it.each([
    // Currencies with 0, 2 and 3 decimals. The comments below give the exact discounts before rounding.
    ["JPY", 15, 330, 50], // exact: 49.5
    ["JPY", 15, 333, 50], // exact: 49.95
    ["JPY", 10, 4, 0], // exact: 0.4
    ["JPY", 10, 5, 1], // exact: 0.5
    ["GBP", 15, 2_990, 449], // exact: 448.5
    ["GBP", 33, 4_999, 1_650], // exact: 1649.67
    ["GBP", 1, 49, 0], // exact: 0.49
    ["GBP", 1, 50, 1], // exact: 0.5
    ["KWD", 10, 1_005, 101], // exact: 100.5 fils
    ["KWD", 15, 12_350, 1_853], // exact: 1852.5 fils
    ["KWD", 7, 12_343, 864], // exact: 864.01 fils
  ])("in %s: %i %% of %i is %i, half up", (_, percentage, of, off) => {
    expect(discountsOf(percent(percentage), [of])).toEqual([off]);
  });

  test("is rounded for each price on its own, within half a minor unit, and never exceeds the price", () => {
    fc.assert(
      fc.property(fc.nat(100), prices, (percentage, all) => {
        const off = discountsOf(percent(percentage), all);
        expect(off).toHaveLength(all.length);
        off.forEach((each, index) => {
          const of = all[index] as number;
          expect(each).toBe(discountsOf(percent(percentage), [of])[0]);
          expect(Number.isSafeInteger(each) && each >= 0 && each <= of).toBe(true);
          // The discount is rounded half up: −50 < 100 × off − percent × price ≤ 50.
          const twice = 100 * each - percentage * of;
          expect(twice > -50 && twice <= 50).toBe(true);
        });
      }),
    );
  });

  test("of 100 discounts the full price, of 0 nothing", () => {
    fc.assert(
      fc.property(prices, (all) => {
        expect(discountsOf(percent(100), all)).toEqual(all);
        expect(sumOf(discountsOf(percent(0), all))).toBe(0);
      }),
    );
  });
});

describe("an amount", () => {
  it.each([
    ["JPY", 1_000, [3_000, 3_000, 3_000], [334, 333, 333]],
    ["JPY", 1, [100, 300], [0, 1]],
    ["GBP", 1_000, [4_500, 9_000], [333, 667]],
    ["GBP", 2_000, [500, 700], [500, 700]],
    ["KWD", 1_001, [12_345, 1, 0], [1_001, 0, 0]],
    ["KWD", 500, [0, 0], [0, 0]],
  ])("in %s: %i over %j is %j", (_, off, over, shares) => {
    expect(discountsOf(amount(off), over)).toEqual(shares);
  });

  test("is limited to the sum, shared exactly, and no share exceeds its price", () => {
    fc.assert(
      fc.property(fc.oneof(fc.nat(50_000), fc.nat(100_000_000_000)), prices, (off, all) => {
        const shares = discountsOf(amount(off), all);
        const sum = sumOf(all);
        expect(sumOf(shares)).toBe(Math.min(off, sum));
        shares.forEach((share, index) => {
          const of = all[index] as number;
          expect(Number.isSafeInteger(share) && share >= 0 && share <= of).toBe(true);
          // A share differs from its exact proportion by less than one minor unit.
          if (sum > 0) {
            const exact = (BigInt(Math.min(off, sum)) * BigInt(of)) / BigInt(sum);
            expect([exact, exact + 1n]).toContain(BigInt(share));
          }
        });
      }),
    );
  });

  test("gives equal prices shares that differ by at most one, never increasing", () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(3_000), fc.integer({ min: 1, max: 9 }), (off, each, count) => {
        const shares = discountsOf(amount(off), Array<number>(count).fill(each));
        expect(shares).toEqual(shares.toSorted((one, other) => other - one));
        expect((shares[0] as number) - (shares.at(-1) as number)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
