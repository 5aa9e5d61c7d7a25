import { expect, test } from "vitest";
import type { PublicService } from "../server/visit.ts";
import { shownPrice } from "./price.ts";

const service = (kind: PublicService["price_kind"], amount: number, prices: readonly number[]) =>
  ({
    price_kind: kind,
    price: { amount, currency: "EUR" },
    staff: prices.map((price, index) => ({
      staff_id: `staff-${index}`,
      price: { amount: price, currency: "EUR" },
    })),
  }) as unknown as PublicService;

test.for([
  ["the same price of all", service("fixed", 3500, [3500, 3500]), undefined, 3500, false],
  ["a dearer staff member", service("fixed", 3500, [4500, 3500]), undefined, 3500, true],
  ["all dearer than the menu", service("fixed", 3500, [4500, 4500]), undefined, 4500, false],
  ["the chosen staff member", service("fixed", 3500, [4500, 3500]), "staff-0", 4500, false],
  ["a from price with a chosen staff member", service("from", 3500, [4500, 3500]), "staff-1", 3500, true],
  ["a chosen staff member who does not perform it", service("fixed", 3500, [4500]), "staff-7", 3500, false],
  ["nobody performs it", service("fixed", 3500, []), undefined, 3500, false],
  ["free", service("free", 3500, [4500]), undefined, 0, false],
] as const)("the price before a time is chosen: %s", ([, of, staffId, amount, isFrom]) => {
  expect(shownPrice(of, staffId)).toEqual({ amount, isFrom });
});
