import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyCodes, currencyExponent } from "../currencies.ts";
import type { Discount } from "./discounts.ts";
import { type PricedLine, saleTotals } from "./saleTotals.ts";
import type { TaxRate } from "./taxes.ts";

const RATES: readonly TaxRate[] = [
  { id: "standard", thousandths: 19_000, isIncluded: true },
  { id: "sales tax", thousandths: 8_875, isIncluded: false },
  { id: "zero", thousandths: 0, isIncluded: true },
];

const sold = (unitMinor: number, quantity = 1, isPromoted = false): PricedLine => ({
  quantity,
  unitMinor,
  isDiscount: false,
  isPromoted,
  isDiscountable: true,
  taxRateId: null,
});
const off = (unitMinor: number, quantity = 1): PricedLine => ({
  quantity,
  unitMinor,
  isDiscount: true,
  isPromoted: false,
  isDiscountable: true,
  taxRateId: null,
});
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

/**
 * Generates round and arbitrary prices in a currency with `exponent` decimals. Round prices are ¥4,500, £45.00 or 4.500
 * dinars, for example.
 */
const priceIn = (exponent: number) =>
  fc.oneof(
    fc.nat(999).map((whole) => whole * 10 ** exponent),
    fc.nat(999 * 10 ** exponent),
    fc.nat(100_000_000),
  );
const saleIn = (exponent: number) =>
  fc.record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 9 }),
        unitMinor: priceIn(exponent),
        isDiscount: fc.boolean(),
        isPromoted: fc.boolean(),
        isDiscountable: fc.constant(true),
        taxRateId: fc.constantFrom(null, ...RATES.map(({ id }) => id)),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    promotion: fc.oneof(
      fc.constant(null),
      fc.integer({ min: 1, max: 100 }).map((percent): Discount => ({ kind: "percent", percent })),
      priceIn(exponent).map((amountMinor): Discount => ({ kind: "amount", amountMinor })),
    ),
    tip: priceIn(exponent),
  });

describe.each([
  ["JPY", 0],
  ["EUR", 2],
  ["KWD", 3],
])("a sale in %s", (currency, exponent) => {
  test("totals its lines and its tip, is never negative, and has a discount for each line", () => {
    expect(currencyCodes()).toContain(currency);
    expect(currencyExponent(currency)).toBe(exponent);
    let refused = 0;
    fc.assert(
      fc.property(saleIn(exponent), ({ lines, promotion, tip }) => {
        const totals = saleTotals(lines, promotion, tip, RATES);
        const manualDiscount = sum(
          lines.map((line) => (line.isDiscount ? line.quantity * line.unitMinor : 0)),
        );
        if (totals === undefined) {
          refused++;
          // Without discount lines the sale is valid, and the rejected discount exceeds the subtotal minus the
          // promotion.
          const sold = lines.filter((line) => !line.isDiscount);
          const without = saleTotals(sold, promotion, 0, RATES);
          expect(without).toBeDefined();
          if (without === undefined) return;
          expect(without.subtotalMinor - without.discountMinor).toBeLessThan(manualDiscount);
          return;
        }
        expect(totals.lines).toHaveLength(lines.length);
        expect(totals.totalMinor).toBe(
          sum(totals.lines.map((line) => line.totalMinor)) - totals.promotionMinor + totals.taxMinor + tip,
        );
        expect(totals.totalMinor).toBe(totals.subtotalMinor - totals.discountMinor + totals.taxMinor + tip);
        expect(sum(totals.lines.map((line) => line.taxMinor))).toBe(
          sum(totals.taxes.map((tax) => tax.taxMinor)),
        );
        expect(totals.totalMinor).toBeGreaterThanOrEqual(tip);
        expect(totals.discountMinor).toBe(manualDiscount + totals.promotionMinor);
        expect(sum(totals.lines.map((line) => line.discountedMinor))).toBe(totals.discountMinor);
        totals.lines.forEach((line, index) => {
          const { quantity, unitMinor, isDiscount } = lines[index] as PricedLine;
          expect(Number.isSafeInteger(line.totalMinor)).toBe(true);
          expect(line.totalMinor).toBe(isDiscount ? 0 - quantity * unitMinor : quantity * unitMinor);
          expect(line.discountedMinor).toBeGreaterThanOrEqual(0);
          expect(line.discountedMinor).toBeLessThanOrEqual(Math.max(0, line.totalMinor));
        });
      }),
      { numRuns: 500 },
    );
    // The generated sales include valid and rejected ones.
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(500);
  });
});

test("a promotion is deducted first, and only from promoted lines", () => {
  const lines = [sold(3_300, 1, true), sold(1_000, 2), off(630)];
  expect(saleTotals(lines, { kind: "percent", percent: 15 }, 500, [])).toEqual({
    lines: [
      // The promotion deducts 495; the discount of 630 is shared over 2,805 and 2,000: 367.77 and 262.23.
      { totalMinor: 3_300, discountedMinor: 495 + 368, taxMinor: 0 },
      { totalMinor: 2_000, discountedMinor: 262, taxMinor: 0 },
      { totalMinor: -630, discountedMinor: 0, taxMinor: 0 },
    ],
    promotionMinor: 495,
    subtotalMinor: 5_300,
    discountMinor: 1_125,
    taxes: [],
    taxMinor: 0,
    totalMinor: 4_675,
  });
});

test("fifteen per cent of ¥330 is ¥50, half up, for each line on its own", () => {
  const totals = saleTotals(
    [sold(330, 1, true), sold(330, 1, true)],
    { kind: "percent", percent: 15 },
    0,
    [],
  );
  expect(totals?.discountMinor).toBe(100);
});

test("a discount of the full remainder leaves a total of 0, and one unit more is refused", () => {
  expect(saleTotals([sold(1_000), off(1_000)], null, 0, [])?.totalMinor).toBe(0);
  expect(saleTotals([sold(1_000), off(1_001)], null, 5_000, [])).toBeUndefined();
  expect(
    saleTotals([sold(1_000, 1, true), off(1)], { kind: "percent", percent: 100 }, 0, []),
  ).toBeUndefined();
});

test("discount lines leave out what they do not apply to", () => {
  const card = { ...sold(10_000), isDiscountable: false };
  expect(saleTotals([card, sold(4500), off(900)], null, 0, [])).toMatchObject({
    lines: [{ discountedMinor: 0 }, { discountedMinor: 900 }, { totalMinor: -900 }],
    totalMinor: 13_600,
  });
  expect(saleTotals([card, sold(4500), off(4501)], null, 0, [])).toBeUndefined();
});

test("taxes come after all discounts, for each rate on the sum of its lines, and not on the tip", () => {
  const taxed = (unitMinor: number, taxRateId: string) => ({ ...sold(unitMinor, 1, true), taxRateId });
  const lines = [taxed(5_000, "standard"), taxed(3_000, "sales tax"), off(2_000), sold(1_000)];
  expect(saleTotals(lines, { kind: "percent", percent: 10 }, 700, RATES)).toMatchObject({
    // After the promotion the lines are 4,500, 2,700 and 1,000; their shares of the discount of 2,000 are 1,097.56, 658.54 and
    // 243.90.
    lines: [
      { discountedMinor: 500 + 1_098, taxMinor: 543 },
      { discountedMinor: 300 + 658, taxMinor: 181 },
      { taxMinor: 0 },
      { discountedMinor: 244, taxMinor: 0 },
    ],
    taxes: [
      { rateId: "standard", baseMinor: 2_859, taxMinor: 543 }, // 3,402 × 19 ÷ 119 = 543.18
      { rateId: "sales tax", baseMinor: 2_042, taxMinor: 181 }, // 2,042 × 8.875 % = 181.23
    ],
    taxMinor: 181,
    totalMinor: 9_000 - 800 - 2_000 + 181 + 700,
  });
});
