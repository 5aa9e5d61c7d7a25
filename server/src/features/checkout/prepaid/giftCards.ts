import { utcText } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { createProduct, type Product, updateProduct } from "./products.ts";
import type { ChangedGiftCard, GiftCardRecord, NewGiftCard } from "./schema.ts";

/** Creates a gift card product. The price defaults to the value. Throws `validation_failed` for invalid input. */
export async function createGiftCard(
  tx: Transaction,
  businessId: string,
  wanted: NewGiftCard,
  now: number,
): Promise<GiftCardRecord> {
  const starting = { description: null, valid_months: null, period_months: null, periods: null };
  // A gift card has no tax rate, because the tax is due when the client redeems the card.
  const required = {
    tax_rate_id: null,
    name: wanted.name,
    service_ids: [],
    total: wanted.value.amount,
    price_minor: (wanted.price ?? wanted.value).amount,
  };
  const sent = { terms: { ...starting, ...termsOf(wanted), ...required }, money: amountsOf(wanted) };
  return giftCardRecord(await createProduct(tx, businessId, "gift_card", sent, now));
}

/** Updates a gift card product for future sales. A new value does not change the price. Throws the errors of `updateProduct`. */
export async function updateGiftCard(
  tx: Transaction,
  businessId: string,
  id: string,
  changes: ChangedGiftCard,
  now: number,
): Promise<GiftCardRecord> {
  const sent = { terms: termsOf(changes), money: amountsOf(changes) };
  return giftCardRecord(await updateProduct(tx, businessId, "gift_card", id, sent, now));
}

export function giftCardRecord({ row, currency }: Product): GiftCardRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    value: moneyOf(row.total, currency),
    price: moneyOf(row.price_minor, currency),
    valid_months: row.valid_months,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

function amountsOf({ value, price }: ChangedGiftCard) {
  return { value, price };
}

/**
 * Converts the fields of a request to terms. Fields that are absent from the request are absent from the terms, so their stored values do
 * not change.
 */
function termsOf({ value, price, ...same }: ChangedGiftCard) {
  return {
    ...same,
    ...(value === undefined ? {} : { total: value.amount }),
    ...(price === undefined ? {} : { price_minor: price.amount }),
  };
}
