import { type Discount, discountsOf } from "./discounts.ts";

/** A line of a sale before anything is added up. Amounts are integers in minor units that are not negative. */
export interface PricedLine {
  readonly quantity: number;
  /** Of one; what a discount takes off. */
  readonly unitMinor: number;
  readonly isDiscount: boolean;
  /** Whether the sale's promotion is for it. */
  readonly isPromoted: boolean;
}

export interface SaleTotals {
  /** In the order of the lines. */
  readonly lines: readonly {
    /** Quantity times unit; negative for a discount. */
    readonly totalMinor: number;
    /** How much of it is taken off by the promotion and by the discounts: 0 … total. */
    readonly discountedMinor: number;
  }[];
  /** What the promotion takes off; part of `discountMinor`. */
  readonly promotionMinor: number;
  readonly subtotalMinor: number;
  readonly discountMinor: number;
  /** Always 0: prices include taxes. */
  readonly taxMinor: number;
  readonly totalMinor: number;
}

/**
 * Adds a sale up: total = subtotal − discount + tax + tip. The promotion comes first, rounded half up for each line by
 * itself; discount lines take off of what is left, shared over all lines in proportion, so that each line knows what
 * it comes to in the end. Undefined when the discount lines take off more than there is: a sale pays nobody out.
 */
export function saleTotals(
  lines: readonly PricedLine[],
  promotion: Discount | null,
  tipMinor: number,
): SaleTotals | undefined {
  const totals = lines.map((line) => line.quantity * line.unitMinor);
  const sold = totals.map((total, index) => (lines[index]?.isDiscount ? 0 : total));
  const promoted = sold.map((total, index) => (lines[index]?.isPromoted ? total : 0));
  const promotionOff = promotion === null ? sold.map(() => 0) : discountsOf(promotion, promoted);
  const left = sold.map((total, index) => total - (promotionOff[index] ?? 0));

  const byHandMinor = sum(totals) - sum(sold);
  if (byHandMinor > sum(left)) return undefined;
  const byHandOff = discountsOf({ kind: "amount", amountMinor: byHandMinor }, left);

  const subtotalMinor = sum(sold);
  const promotionMinor = sum(promotionOff);
  const discountMinor = promotionMinor + byHandMinor;
  return {
    lines: totals.map((total, index) =>
      lines[index]?.isDiscount
        ? // 0 − 0 is 0; −0 would be something else to whoever compares.
          { totalMinor: 0 - total, discountedMinor: 0 }
        : { totalMinor: total, discountedMinor: (promotionOff[index] ?? 0) + (byHandOff[index] ?? 0) },
    ),
    promotionMinor,
    subtotalMinor,
    discountMinor,
    taxMinor: 0,
    totalMinor: subtotalMinor - discountMinor + tipMinor,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
