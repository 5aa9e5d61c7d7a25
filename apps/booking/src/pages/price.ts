import type { PublicService, Visit } from "../server/visit.ts";

/** The price of a service in minor units, as shown before the visitor chooses a start time. */
export interface ShownPrice {
  readonly amount: number;
  /** Whether the final price can be higher. The page then shows the price as a *from* price. */
  readonly isFrom: boolean;
}

/**
 * Returns the price of a service with the chosen staff member. If no staff member is chosen, returns the lowest price of the staff members
 * who perform the service. If their prices differ, the result is a *from* price.
 */
export function shownPrice(service: PublicService, staffId: string | undefined): ShownPrice {
  if (service.price_kind === "free") return { amount: 0, isFrom: false };
  const chosen = service.staff.filter((member) => staffId === undefined || member.staff_id === staffId);
  const prices = chosen.map(({ price }) => price.amount);
  const lowest = prices.length === 0 ? service.price.amount : Math.min(...prices);
  const isFrom = service.price_kind === "from" || prices.some((amount) => amount !== lowest);
  return { amount: lowest, isFrom };
}

/**
 * Returns the total price of services, as shown before the visitor chooses a start time. The total is a *from* price if the price of any
 * service is a *from* price.
 */
export function priceText(
  { t, formats, business, choice }: Pick<Visit, "t" | "formats" | "business" | "choice">,
  services: readonly PublicService[],
): string {
  const prices = services.map((service) => shownPrice(service, choice.staffId));
  const total = prices.reduce((sum, { amount }) => sum + amount, 0);
  if (total === 0) return t("free");
  const price = formats.money({ amount: total, currency: business.currency });
  return prices.some(({ isFrom }) => isFrom) ? t("from", { price }) : price;
}
