import { type Discount, discountsOf } from "./discounts.ts";
import { type TaxOfRate, type TaxRate, taxesOf } from "./taxes.ts";

/** A line of a sale, the input of `saleTotals`. Amounts are non-negative integers in minor units. */
export interface PricedLine {
  readonly quantity: number;
  /** The price of one unit; for a discount line, the amount of the discount. */
  readonly unitMinor: number;
  readonly isDiscount: boolean;
  /** Whether the sale's promotion applies to the line. */
  readonly isPromoted: boolean;
  /** Whether discount lines apply to the line: they do not apply to a gift card, because it is money. */
  readonly isDiscountable: boolean;
  /** The tax rate; null for lines without tax: gift cards, fees, discounts, and services that a package or membership pays for. */
  readonly taxRateId: string | null;
}

export interface SaleTotals {
  /** The amounts of each line, in the order of the lines. */
  readonly lines: readonly {
    /** The quantity times the unit price; negative for a discount. */
    readonly totalMinor: number;
    /** The part of the total that the promotion and the discount lines deduct: from 0 to the total. */
    readonly discountedMinor: number;
    /** The line's share of the tax of its rate. */
    readonly taxMinor: number;
  }[];
  /** The discount of the promotion, which is included in `discountMinor`. */
  readonly promotionMinor: number;
  readonly subtotalMinor: number;
  readonly discountMinor: number;
  /** The taxes by rate, both those that prices include and those that are added. */
  readonly taxes: readonly TaxOfRate[];
  /** The taxes that are added to the prices; taxes that prices include are part of the subtotal. */
  readonly taxMinor: number;
  readonly totalMinor: number;
}

/**
 * Computes the totals of a sale: total = subtotal − discount + tax + tip. The promotion is deducted first, rounded half up for
 * each line separately. Discount lines deduct from the remainder of the lines to which they apply, shared in proportion, so that
 * each line has its own discounted amount. Taxes are computed last, for each rate on the discounted sum of its lines. A tip has
 * no tax. Returns undefined when the discount lines exceed the remainder, because a total is never negative.
 */
export function saleTotals(
  lines: readonly PricedLine[],
  promotion: Discount | null,
  tipMinor: number,
  rates: readonly TaxRate[],
): SaleTotals | undefined {
  const totals = lines.map((line) => line.quantity * line.unitMinor);
  const sold = totals.map((total, index) => (lines[index]?.isDiscount ? 0 : total));
  const promoted = sold.map((total, index) => (lines[index]?.isPromoted ? total : 0));
  const promotionDiscounts = promotion === null ? sold.map(() => 0) : discountsOf(promotion, promoted);
  const left = sold.map((total, index) =>
    lines[index]?.isDiscountable ? total - (promotionDiscounts[index] ?? 0) : 0,
  );

  const manualDiscountMinor = sum(totals) - sum(sold);
  if (manualDiscountMinor > sum(left)) return undefined;
  const manualDiscounts = discountsOf({ kind: "amount", amountMinor: manualDiscountMinor }, left);

  const discounts = sold.map((_, index) => (promotionDiscounts[index] ?? 0) + (manualDiscounts[index] ?? 0));
  const prices = lines.map(({ isDiscount, taxRateId }, index) => ({
    priceMinor: (sold[index] ?? 0) - (discounts[index] ?? 0),
    rateId: isDiscount ? null : taxRateId,
  }));
  const taxes = taxesOf(prices, rates);
  const added = new Set(rates.filter(({ isIncluded }) => !isIncluded).map(({ id }) => id));
  const taxMinor = sum(taxes.rates.map((tax) => (added.has(tax.rateId) ? tax.taxMinor : 0)));

  const subtotalMinor = sum(sold);
  const promotionMinor = sum(promotionDiscounts);
  const discountMinor = promotionMinor + manualDiscountMinor;
  return {
    lines: totals.map((total, index) =>
      lines[index]?.isDiscount
        ? // 0 − total instead of −total, because -0 and 0 differ under Object.is.
          { totalMinor: 0 - total, discountedMinor: 0, taxMinor: 0 }
        : {
            totalMinor: total,
            discountedMinor: discounts[index] ?? 0,
            taxMinor: taxes.sharesMinor[index] ?? 0,
          },
    ),
    promotionMinor,
    subtotalMinor,
    discountMinor,
    taxes: taxes.rates,
    taxMinor,
    totalMinor: subtotalMinor - discountMinor + taxMinor + tipMinor,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0);
}
