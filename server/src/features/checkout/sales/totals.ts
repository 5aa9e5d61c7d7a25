import { type SaleTotals, saleTotals, type TaxRate } from "@daybook/engine";
import { newId } from "../../../kernel/ids.ts";
import { isFor, type PromotionTerms } from "../promotions/index.ts";
import type { LINE_KINDS } from "./schema.ts";
import type { NewLine } from "./store.ts";

/** A line as input of `totalsOf`. Amounts are in minor units and never negative, even the amounts of a discount. */
export interface TotalledLine {
  readonly kind: (typeof LINE_KINDS)[number];
  readonly quantity: number;
  readonly unitMinor: number;
  readonly serviceId: string | null;
  readonly taxRateId: string | null;
}

/** Computes the totals of a sale with its promotion. Returns undefined if the discount lines exceed the remaining amount. */
export function totalsOf(
  lines: readonly TotalledLine[],
  promotion: PromotionTerms | null,
  tipMinor: number,
  rates: readonly TaxRate[],
): SaleTotals | undefined {
  return saleTotals(
    lines.map((line) => ({
      ...line,
      isDiscount: line.kind === "discount",
      isPromoted: promotion !== null && isFor(promotion, line.serviceId),
      isDiscountable: line.kind !== "gift_card",
    })),
    promotion?.discount ?? null,
    tipMinor,
    rates,
  );
}

/** Converts the totals of a sale to the columns of its row. */
export function amountsOf({ subtotalMinor, discountMinor, taxMinor, totalMinor }: SaleTotals) {
  return {
    subtotal_amount: subtotalMinor,
    discount_amount: discountMinor,
    tax_amount: taxMinor,
    total_amount: totalMinor,
  };
}

/**
 * Returns the discount line of the promotion. With this line, the lines of a sale add up to its subtotal minus its discount.
 * Returns no line if the discount is zero.
 */
export function linesOfPromotion(
  sale: { readonly businessId: string; readonly saleId: string; readonly position: number },
  promotion: PromotionTerms | null,
  { promotionMinor }: SaleTotals,
): NewLine[] {
  if (promotion === null || promotionMinor === 0) return [];
  return [
    {
      business_id: sale.businessId,
      sale_id: sale.saleId,
      id: newId(),
      position: sale.position,
      kind: "discount",
      description: promotion.name,
      quantity: 1,
      unit_amount: -promotionMinor,
      total_amount: -promotionMinor,
      discounted_amount: 0,
      service_id: null,
      prepaid_product_id: null,
      staff_id: null,
      item_id: null,
      promotion_id: promotion.promotionId,
      tax_rate_id: null,
      tax_amount: 0,
      redeemed: false,
      product_id: null,
    },
  ];
}
