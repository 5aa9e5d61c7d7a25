import type { LockedAppointment } from "../../../scheduling/appointments/index.ts";
import { onlinePromotions, type PromotionTerms } from "../../promotions/index.ts";

/** Computes the total of an appointment after its promotion, in minor units. */
export function totalMinorOf(
  { items }: Pick<LockedAppointment["appointment"], "items">,
  promotion: PromotionTerms | null,
): number {
  const priced = items.map(({ serviceId, priceAmount }) => ({ serviceId, amountMinor: priceAmount }));
  const total = priced.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return promotion === null ? total : total - onlinePromotions.discountOn(promotion, priced);
}
