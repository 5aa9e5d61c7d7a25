import type { Reader } from "../../../platform/database/index.ts";
import { type BookingFees, depositOfBooking, feesOfBooking } from "../../business/policies/index.ts";
import { onlinePromotions, type PromotionTerms, promotionNamed } from "../../checkout/promotions/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";

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
  const priced = pricesOf(snapshot, hold);
  const promotion: PromotionTerms | null =
    hold.promotion_id === null ? null : await promotionNamed(reader, businessId, hold.promotion_id);
  const prices = priced.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const discount = promotion === null ? 0 : onlinePromotions.discountOn(promotion, priced);
  return depositOfBooking(reader, businessId, { version, totalMinor: prices - discount });
}

/**
 * Returns the fees, in minor units, that can be charged to the card that is saved when the hold is booked; null if no card is saved. If
 * the policy has fees, the card that pays a deposit is saved. Without a deposit, the policy decides whether the visitor must enter a card.
 */
export async function cardFees(
  reader: Reader,
  snapshot: SchedulingSnapshot,
  hold: HeldItems,
  depositMinor: number,
): Promise<BookingFees | null> {
  const pricesMinor = pricesOf(snapshot, hold).reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const booking = { version: snapshot.policyVersion, pricesMinor };
  const fees = await feesOfBooking(reader, snapshot.businessId, booking);
  return depositMinor > 0 || fees?.requiresCard === true ? fees : null;
}

function pricesOf({ services }: SchedulingSnapshot, { service_ids, staff_ids }: HeldItems) {
  return service_ids.map((serviceId, index) => ({
    serviceId,
    amountMinor: services.get(serviceId)?.performers.get(staff_ids[index] ?? "")?.priceAmount ?? 0,
  }));
}
