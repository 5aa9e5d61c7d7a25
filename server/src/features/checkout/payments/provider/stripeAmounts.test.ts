import { describe, expect, test } from "vitest";
import { amountMinorOf, stripeAmountOf } from "./stripeAmounts.ts";

describe("an amount as Stripe counts it", () => {
  test.each([
    ["EUR", 4500, 4500],
    ["JPY", 4500, 4500],
    ["ISK", 4500, 450_000],
    ["UGX", 4500, 450_000],
    ["MGA", 4500, 45],
    ["KWD", 4500, 4500],
  ])("of %s %i is %i, and back", (currency, amountMinor, expected) => {
    expect(stripeAmountOf({ amountMinor, currency })).toBe(expected);
    expect(amountMinorOf(expected, currency)).toBe(amountMinor);
  });

  test.each([
    ["KWD", 4501],
    ["MGA", 4501],
    ["CLF", 10_000],
  ])("of %s %i cannot be expressed in Stripe's units", (currency, amountMinor) => {
    expect(() => stripeAmountOf({ amountMinor, currency })).toThrow(/Stripe/);
  });

  test("of half a króna cannot be expressed in minor units", () => {
    expect(() => amountMinorOf(450_050, "ISK")).toThrow(/more decimal places than the currency/);
  });
});
