import { describe, expect, it } from "vitest";
import { currencyCodes, currencyExponent } from "./currencies.ts";
import { totalOf } from "./totals.ts";

describe("totalOf", () => {
  it("adds minor units, and is zero for an empty list", () => {
    const prices = [4500, 0, 1999].map((amount) => ({ amount, currency: "GBP" }));
    expect(totalOf(prices, "GBP")).toEqual({ amount: 6499, currency: "GBP" });
    expect(totalOf([], "JPY")).toEqual({ amount: 0, currency: "JPY" });
  });

  it("throws a RangeError for a price in another currency", () => {
    expect(() => totalOf([{ amount: 1, currency: "JPY" }], "GBP")).toThrow(RangeError);
  });
});

describe("currencies", () => {
  it.each([
    ["GBP", 2],
    ["EUR", 2],
    ["JPY", 0],
    ["ISK", 0],
    ["KWD", 3],
    ["TND", 3],
    ["CLF", 4],
    ["XCG", 2],
    ["XOF", 0],
    ["HRK", undefined],
    ["XAU", undefined],
    ["gbp", undefined],
    ["", undefined],
    ["constructor", undefined],
  ])("%s has %s decimals", (code, decimals) => {
    expect(currencyExponent(code)).toBe(decimals);
  });

  it("lists each code once, as three capital letters", () => {
    const codes = currencyCodes();
    expect(codes.length).toBe(165);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
  });
});
