import { totalOf } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import { onlinePromotions, type PromotionTerms } from "../../checkout/promotions/index.ts";

interface PricedItem {
  readonly service_id: string;
  readonly price: { readonly amount: number; readonly currency: string };
}

/** Returns the promotion and the discounted total of items for a visitor. */
export function discounted(items: readonly PricedItem[], promotion: PromotionTerms | null, currency: string) {
  const { amount } = totalOf(
    items.map((item) => item.price),
    currency,
  );
  if (promotion === null) return { promotion: null, total: moneyOf(amount, currency) };
  const priced = items.map((item) => ({ serviceId: item.service_id, amountMinor: item.price.amount }));
  const discount = onlinePromotions.discountOn(promotion, priced);
  return {
    promotion: { name: promotion.name, discount: moneyOf(discount, currency) },
    total: moneyOf(amount - discount, currency),
  };
}
