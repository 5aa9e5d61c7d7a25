import { utcText } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { createProduct, type Product, updateProduct } from "./products.ts";
import type { ChangedMembershipPlan, MembershipPlanRecord, NewMembershipPlan } from "./schema.ts";

/**
 * Creates a membership plan. A membership grants credits in each period, and its price covers all periods. The default is one period of one
 * month. Throws `validation_failed` for invalid input.
 */
export async function createMembershipPlan(
  tx: Transaction,
  businessId: string,
  wanted: NewMembershipPlan,
  now: number,
): Promise<MembershipPlanRecord> {
  const starting = { description: null, valid_months: null, period_months: 1, periods: 1, tax_rate_id: null };
  const terms = { ...starting, ...termsOf(wanted), ...requiredOf(wanted) };
  return membershipPlanRecord(
    await createProduct(tx, businessId, "membership", { terms, money: { price: wanted.price } }, now),
  );
}

/** Updates a membership plan for future sales. Throws the errors of `updateProduct`. */
export async function updateMembershipPlan(
  tx: Transaction,
  businessId: string,
  id: string,
  changes: ChangedMembershipPlan,
  now: number,
): Promise<MembershipPlanRecord> {
  const sent = { terms: termsOf(changes), money: { price: changes.price } };
  return membershipPlanRecord(await updateProduct(tx, businessId, "membership", id, sent, now));
}

export function membershipPlanRecord({ row, currency }: Product): MembershipPlanRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    service_ids: row.service_ids,
    credits: row.total,
    // The defaults only narrow the types: a check constraint guarantees that `period_months` and `periods` are not null.
    period_months: row.period_months ?? 1,
    periods: row.periods ?? 1,
    price: moneyOf(row.price_minor, currency),
    tax_rate_id: row.tax_rate_id,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

function requiredOf({ name, service_ids, credits, price }: NewMembershipPlan) {
  return { name, service_ids, total: credits, price_minor: price.amount };
}

/** Converts the fields of a request to terms. Absent fields stay absent, so their values do not change. */
function termsOf({ credits, price, ...same }: ChangedMembershipPlan) {
  return {
    ...same,
    ...(credits === undefined ? {} : { total: credits }),
    ...(price === undefined ? {} : { price_minor: price.amount }),
  };
}
