import fc from "fast-check";
import { expect, test } from "vitest";
import { type Tender, tipsOf } from "./tips.ts";

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const money = (amountMinor: number): Tender => ({ amountMinor, isUnit: false });
const unit = (amountMinor: number): Tender => ({ amountMinor, isUnit: true });

test.each([
  ["in the only payment", 500, [money(5_500)], 0, [500]],
  ["in the last payment, the rest in the one before", 500, [money(5_200), money(300)], 0, [200, 300]],
  ["in the amount still due", 500, [money(3_000)], 2_500, [0]],
  ["partly in the amount still due", 500, [money(5_300)], 200, [300]],
  ["in money, never in a unit of a package", 500, [money(600), unit(5_000)], 0, [500, 0]],
  ["in no payment when it is zero", 0, [money(5_000)], 0, [0]],
])("a tip is included %s", (_, tip, payments, due, expected) => {
  expect(tipsOf(tip, payments, due)).toEqual(expected);
});

test("the tips of a paid sale's payments add up to its tip, and none exceeds its payment", () => {
  const sale = fc.record({
    parts: fc.array(fc.record({ amountMinor: fc.integer({ min: 1, max: 9_999 }), isUnit: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    }),
    share: fc.nat(100),
  });
  fc.assert(
    fc.property(sale, ({ parts, share }) => {
      const money = sum(parts.filter((part) => !part.isUnit).map((part) => part.amountMinor));
      // Payments with a package or membership contain no tip, so the tip is at most the sum of the other payments.
      const tip = Math.floor((money * share) / 100);
      const tips = tipsOf(tip, parts, 0);
      expect(sum(tips)).toBe(tip);
      parts.forEach((part, index) => {
        expect(tips[index]).toBeLessThanOrEqual(part.isUnit ? 0 : part.amountMinor);
      });
    }),
  );
});

test("a later payment never changes the tip of an earlier one", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(amounts, fc.nat(100), (parts, share) => {
      const total = sum(parts);
      const tip = Math.floor((total * share) / 100);
      const all = parts.map(money);
      const final = tipsOf(tip, all, 0);
      parts.forEach((_, index) => {
        const soFar = all.slice(0, index + 1);
        const due = total - sum(parts.slice(0, index + 1));
        expect(tipsOf(tip, soFar, due)).toEqual(final.slice(0, index + 1));
      });
    }),
  );
});
