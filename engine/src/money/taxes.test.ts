import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type TaxedPrice, type TaxRate, taxesOf } from "./taxes.ts";

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
const included = (thousandths: number, id = "a"): TaxRate => ({ id, thousandths, isIncluded: true });
const added = (thousandths: number, id = "a"): TaxRate => ({ id, thousandths, isIncluded: false });

describe("one rate", () => {
  it.each([
    ["19 % included in 119.00", included(19_000), [11_900], 10_000, 1_900],
    ["20 % included in 0.99", included(20_000), [99], 82, 17], // exact tax: 16.5, rounded half up
    ["5.5 % included in 42.00", included(5_500), [4_200], 3_981, 219], // exact tax: 218.96
    ["8.875 % added to 45.00", added(8_875), [4_500], 4_500, 399], // exact tax: 399.375
    ["10 % added to 0.05", added(10_000), [5], 5, 1], // exact tax: 0.5, rounded half up
    ["7 % added to three lines, rounded once", added(7_000), [107, 107, 107], 321, 22], // exact tax: 22.47, not 3 × 7 = 21
    ["0 %", included(0), [4_500], 4_500, 0],
    ["100 % added", added(100_000), [4_500, 1], 4_501, 4_501],
  ])("%s", (_, rate, prices, baseMinor, taxMinor) => {
    const taxes = taxesOf(
      prices.map((priceMinor) => ({ priceMinor, rateId: rate.id })),
      [rate],
    );
    expect(taxes.rates).toEqual([{ rateId: "a", baseMinor, taxMinor }]);
    expect(sum(taxes.sharesMinor)).toBe(taxMinor);
  });
});

it("leaves out rates without a price, and shares by the largest remainder", () => {
  const prices = [
    { priceMinor: 100, rateId: "a" },
    { priceMinor: 100, rateId: "a" },
    { priceMinor: 100, rateId: "a" },
    { priceMinor: 900, rateId: null },
  ];
  expect(taxesOf(prices, [added(5_000), included(19_000, "b")])).toEqual({
    rates: [{ rateId: "a", baseMinor: 300, taxMinor: 15 }],
    sharesMinor: [5, 5, 5, 0],
  });
  expect(taxesOf(prices, [included(19_000)]).sharesMinor).toEqual([16, 16, 16, 0]); // The exact tax is 47.9.
});

it("refuses a rate that it does not know", () => {
  expect(() => taxesOf([{ priceMinor: 1, rateId: "x" }], [])).toThrow(RangeError);
});

test("the shares add up to the tax of each rate, and base and tax to what is paid", () => {
  const rates = fc
    .array(fc.record({ thousandths: fc.nat(100_000), isIncluded: fc.boolean() }), { maxLength: 4 })
    .map((list): TaxRate[] => list.map((rate, index) => ({ ...rate, id: String(index) })));
  const ticket = rates.chain((list) =>
    fc.record({
      rates: fc.constant(list),
      prices: fc.array(
        fc.record({
          priceMinor: fc.oneof(fc.nat(20_000), fc.nat(100_000_000_000)),
          rateId: fc.constantFrom(null, ...list.map(({ id }) => id)),
        }),
        { maxLength: 12 },
      ),
    }),
  );
  fc.assert(
    fc.property(ticket, ({ rates, prices }) => {
      const taxes = taxesOf(prices, rates);
      taxes.sharesMinor.forEach((share, index) => {
        const { priceMinor, rateId } = prices[index] as TaxedPrice;
        expect(share >= 0 && share <= priceMinor && Number.isSafeInteger(share)).toBe(true);
        if (rateId === null) expect(share).toBe(0);
      });
      for (const { rateId, baseMinor, taxMinor } of taxes.rates) {
        const { thousandths, isIncluded } = rates.find(({ id }) => id === rateId) as TaxRate;
        const of = (list: readonly number[]) => sum(list.filter((_, at) => prices[at]?.rateId === rateId));
        const sumMinor = of(prices.map(({ priceMinor }) => priceMinor));
        expect(of(taxes.sharesMinor)).toBe(taxMinor);
        expect(isIncluded ? baseMinor + taxMinor : baseMinor).toBe(sumMinor);
        // The computed tax is the exact tax rounded half up: −½ < tax − exact ≤ ½.
        const whole = BigInt(isIncluded ? 100_000 + thousandths : 100_000);
        const twice = 2n * (BigInt(taxMinor) * whole - BigInt(sumMinor) * BigInt(thousandths));
        expect(twice > -whole && twice <= whole).toBe(true);
      }
      expect(taxes.rates.map(({ rateId }) => rateId)).toEqual(
        rates.map(({ id }) => id).filter((id) => prices.some(({ rateId }) => rateId === id)),
      );
    }),
  );
});
