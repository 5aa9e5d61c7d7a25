import type { Reader } from "../../../platform/database/index.ts";
import { depositOfBooking } from "../../business/policies/index.ts";
import { onlinePromotions, type PromotionTerms, promotionNamed } from "../../checkout/promotions/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";

/** The services, staff members and promotion of a hold. */
export interface HeldItems {
  readonly service_ids: readonly string[];
  readonly staff_ids: readonly string[];
  readonly promotion_id: string | null;
}

/** Computes the deposit for the items of a hold under the current policy, in minor units; 0 for none. */
export async function dueDeposit(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  hold: HeldItems,
): Promise<number> {
  const { businessId, policyVersion: version } = snapshot;
  if (version === null) return 0;
  const priced = hold.service_ids.map((serviceId, index) => ({
    serviceId,
    amountMinor:
      snapshot.services.get(serviceId)?.performers.get(hold.staff_ids[index] ?? "")?.priceAmount ?? 0,
  }));
  const promotion: PromotionTerms | null =
    hold.promotion_id === null ? null : await promotionNamed(reader, businessId, hold.promotion_id);
  const prices = priced.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const discount = promotion === null ? 0 : onlinePromotions.discountOn(promotion, priced);
  return depositOfBooking(reader, businessId, { version, totalMinor: prices - discount });
}
