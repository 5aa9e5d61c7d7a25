import { utcText } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { createProduct, type Product, updateProduct } from "./products.ts";
import type { ChangedGiftCard, GiftCardRecord, NewGiftCard } from "./schema.ts";

/** Creates a gift card to sell. Its price defaults to its value. Throws `validation_failed`. */
export async function createGiftCard(
  tx: Transaction,
  businessId: string,
  wanted: NewGiftCard,
  now: number,
): Promise<GiftCardRecord> {
  const starting = { description: null, valid_months: null, period_months: null, periods: null };
  // A gift card has no tax rate, because the tax is due when the card is redeemed.
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

/**
 * Updates a gift card for future sales. A new value does not change the price. Throws `not_found` and
 * `validation_failed`.
 */
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

/** Converts the fields of a request to terms. Absent fields stay absent, so their values do not change. */
function termsOf({ value, price, ...same }: ChangedGiftCard) {
  return {
    ...same,
    ...(value === undefined ? {} : { total: value.amount }),
    ...(price === undefined ? {} : { price_minor: price.amount }),
  };
}
