import { utcText } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { ChangedGiftCard, GiftCardRecord, NewGiftCard } from "./schema.ts";
import { createProduct, updateProduct, type Written } from "./writeProduct.ts";

/** Puts a gift card up for sale, for what it is worth unless it has a price of its own. Throws `validation_failed`. */
export async function createGiftCard(
  tx: Transaction,
  businessId: string,
  wanted: NewGiftCard,
  now: number,
): Promise<GiftCardRecord> {
  const starting = { description: null, valid_months: null, period_months: null, periods: null };
  const required = {
    name: wanted.name,
    service_ids: [],
    total: wanted.value.amount,
    price_minor: (wanted.price ?? wanted.value).amount,
  };
  const sent = { terms: { ...starting, ...termsOf(wanted), ...required }, money: amountsOf(wanted) };
  return giftCardRecord(await createProduct(tx, businessId, "gift_card", sent, now));
}

/** For those sold from now on. A new value changes no price. Throws `not_found` and `validation_failed`. */
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

export function giftCardRecord({ row, currency }: Written): GiftCardRecord {
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

/** What is absent stays as it was. */
function termsOf({ value, price, ...same }: ChangedGiftCard) {
  return {
    ...same,
    ...(value === undefined ? {} : { total: value.amount }),
    ...(price === undefined ? {} : { price_minor: price.amount }),
  };
}
