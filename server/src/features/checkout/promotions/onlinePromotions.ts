import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { findByCode, findPromotion, putApplied } from "./store.ts";
import { discountsOn, type PromotionTerms, promotionOf } from "./terms.ts";

/** Finds a promotion by its code, ignoring case. Returns null for an unknown or archived promotion. */
async function withCode(reader: Reader, businessId: string, code: string): Promise<PromotionTerms | null> {
  const [row] = await reader.query(findByCode, { businessId, code });
  return row === undefined ? null : promotionOf(row);
}

/** Computes the discount on the items of an appointment, in minor units. */
function discountOn(
  terms: PromotionTerms,
  items: readonly { readonly serviceId: string; readonly amountMinor: number }[],
): number {
  return discountsOn(terms, items).reduce((sum, one) => sum + one, 0);
}

/**
 * Applies a promotion with its current terms to an appointment, in the transaction that books it. Does not increment the version
 * or publish an event, because the booking publishes the appointment's first event. Does nothing for an archived promotion.
 */
async function applyToNew(
  tx: Transaction,
  businessId: string,
  { appointmentId, promotionId, now }: { appointmentId: string; promotionId: string; now: number },
): Promise<void> {
  const [row] = await tx.query(findPromotion, { businessId, id: promotionId });
  if (row === undefined) return;
  const { name, code, kind, percent, amount_minor, service_ids } = row;
  tx.write(putApplied, {
    business_id: businessId,
    appointment_id: appointmentId,
    promotion_id: promotionId,
    ...{ name, code, kind, percent, amount_minor, service_ids },
    applied_at: now,
  });
}

/** Functions for promotion codes that clients enter on the booking page. */
export const onlinePromotions = { withCode, discountOn, applyToNew };
