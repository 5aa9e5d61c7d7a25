import { dateOf } from "@daybook/engine";
import { createGiftCard, createMembershipPlan, createPackage } from "../features/checkout/prepaid/index.ts";
import { createPromotion } from "../features/checkout/promotions/index.ts";
import type { Transaction } from "../platform/database/index.ts";
import { named } from "./named.ts";
import { CURRENCY } from "./places.ts";

/** What stands on the shelf; cents. */
export const PRODUCTS = [
  { name: "Shampoo for coloured hair", price: 1850 },
  { name: "Conditioner", price: 1950 },
  { name: "Argan oil", price: 2400 },
  { name: "Beard oil", price: 1650 },
  { name: "Hand cream", price: 1290 },
  { name: "Cuticle oil", price: 990 },
] as const;

/** Packages and the membership: what they cost in cents, how many visits they pay for, and which. */
export const OFFERS = [
  { kind: "package", name: "Six blow-dries", price: 16000, total: 6, services: ["Blow-dry"] },
  { kind: "package", name: "Ten trims", price: 17500, total: 10, services: ["Beard trim", "Buzz cut"] },
  // Two a month, three months long.
  { kind: "membership", name: "Nail club", price: 21900, total: 2, services: ["Manicure", "Gel manicure"] },
] as const;

/** What is on them, in cents, is what they cost. */
export const GIFT_CARDS = [
  { name: "Gift card, 50 euros", value: 5000 },
  { name: "Gift card, 100 euros", value: 10000 },
] as const;

/** Days from today on which the first promotion begins and ends; the second one is for any day. */
export const GLOW_DAYS = [-30, 45] as const;
export const GLOW = "Shine weeks";
export const FRIEND = "Bring a friend";
export const GLOW_SERVICES = ["Gloss and toner", "Deep conditioning", "Bond repair", "Scalp treatment"];

/** Ids by name. */
export interface Shop {
  readonly offerIds: ReadonlyMap<string, string>;
  readonly promotionIds: ReadonlyMap<string, string>;
}

/** Puts up what is sold in advance, and what is given off. */
export async function stockShop(
  tx: Transaction,
  businessId: string,
  serviceIds: ReadonlyMap<string, string>,
  { today, now }: { readonly today: number; readonly now: number },
): Promise<Shop> {
  const idsOf = (services: readonly string[]) => services.map((name) => named(serviceIds, name));
  const offerIds = new Map<string, string>();
  for (const { kind, name, price, total, services } of OFFERS) {
    const offer = { name, service_ids: idsOf(services), price: cents(price) };
    const { id } =
      kind === "package"
        ? await createPackage(tx, businessId, { ...offer, units: total, valid_months: 12 }, now)
        : await createMembershipPlan(tx, businessId, { ...offer, credits: total, periods: 3 }, now);
    offerIds.set(name, id);
  }
  for (const { name, value } of GIFT_CARDS) {
    const card = { name, value: cents(value), valid_months: 36 };
    offerIds.set(name, (await createGiftCard(tx, businessId, card, now)).id);
  }
  const [first, last] = GLOW_DAYS.map((days) => dateOf(today + days));
  const promotions = [
    {
      name: GLOW,
      code: "SHINE20",
      kind: "percent",
      percent: 20,
      service_ids: idsOf(GLOW_SERVICES),
      starts_on: first ?? null,
      ends_on: last ?? null,
    },
    { name: FRIEND, code: "FRIEND10", kind: "amount", amount: cents(1000) },
  ] as const;
  const promotionIds = new Map<string, string>();
  for (const promotion of promotions)
    promotionIds.set(promotion.name, (await createPromotion(tx, businessId, promotion, now)).id);
  return { offerIds, promotionIds };
}

export function cents(amount: number) {
  return { amount, currency: CURRENCY };
}
