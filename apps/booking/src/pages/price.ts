import type { PublicService, Visit } from "../server/visit.ts";

/** The price of a service before a start time is chosen, in minor units. */
export interface ShownPrice {
  readonly amount: number;
  /** Whether the final price can be higher. The page then shows the price as a *from* price. */
  readonly isFrom: boolean;
}

/**
 * Returns the price of a service with the chosen staff member. Without a chosen staff member, returns the lowest price of
 * those who perform the service, as a *from* price if prices differ.
 */
export function shownPrice(service: PublicService, staffId: string | undefined): ShownPrice {
  if (service.price_kind === "free") return { amount: 0, isFrom: false };
  const chosen = service.staff.filter((member) => staffId === undefined || member.staff_id === staffId);
  const prices = chosen.map(({ price }) => price.amount);
  const lowest = prices.length === 0 ? service.price.amount : Math.min(...prices);
  const isFrom = service.price_kind === "from" || prices.some((amount) => amount !== lowest);
  return { amount: lowest, isFrom };
}

/** Returns the total price of services before a start time is chosen. The total is a *from* price if any service has one. */
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
