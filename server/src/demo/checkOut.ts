import { checkOut as checkOutSale } from "../features/checkout/payments/index.ts";
import { readWallet } from "../features/checkout/wallet/index.ts";
import type { Chance } from "./chance.ts";
import { named } from "./named.ts";
import type { Person } from "./people.ts";
import type { BookedVisit, Scene } from "./scene.ts";
import { cents, GIFT_CARDS, OFFERS, PRODUCTS } from "./shop.ts";

/** A sale that was closed, with the payments that were taken for it. */
export type Paid = Awaited<ReturnType<typeof checkOutSale>>;

type SaleInput = Parameters<typeof checkOutSale>[2]["input"];
type Line = NonNullable<SaleInput["lines"]>[number];
type Tender = NonNullable<SaleInput["payments"]>[number];

export interface CheckOut {
  readonly visit: BookedVisit;
  /** What its promotion takes off, in cents. */
  readonly discount: number;
  readonly person: Person;
  /** The number of the outing. */
  readonly index: number;
  readonly chance: Chance;
  readonly now: number;
}

/**
 * Sells a visit, with what else is bought: out of the wallet first, then with a gift card, then for money. Undefined for
 * a visit that costs nothing, which nobody rings up.
 */
export async function checkOut(scene: Scene, checkingOut: CheckOut): Promise<Paid | undefined> {
  const { tx, salon, setup, holders, giftCodes } = scene;
  const { visit, discount, person, index, chance, now } = checkingOut;
  const services = visit.items.reduce((sum, { price }) => sum + price, 0);
  if (services === 0) return undefined;
  const held = holders.has(person)
    ? await readWallet(tx, salon.businessId, visit.clientId, now)
    : { packages: [], membership_credits: [], gift_cards: [] };
  const bought = basketOf(scene, checkingOut);
  const payments: Tender[] = discount === 0 ? unitsFor(visit, held) : [];
  let left = services - discount + bought.reduce((sum, { price }) => sum + price, 0) - sumOf(payments);
  const [ownCard] = held.gift_cards;
  const code = giftCodes.get(index);
  const card =
    code !== undefined
      ? { reference: code.code, value: code.value }
      : ownCard !== undefined && chance.happens(0.6)
        ? { reference: ownCard.id, value: ownCard.balance.amount }
        : undefined;
  if (card !== undefined && left > 0) {
    const amount = Math.min(card.value, left);
    payments.push({ method: "gift_card", amount: cents(amount), reference: card.reference });
    left -= amount;
  }
  const tip = left > 0 && chance.happens(0.35) ? chance.oneOf([100, 200, 300, 500]) : 0;
  payments.push(...moneyFor(chance, left + tip));
  const ofVisit = visit.items.map(
    ({ serviceId, staffId }): Line => ({ kind: "service", service_id: serviceId, staff_id: staffId }),
  );
  const input: SaleInput = {
    location_id: named(salon.placeIds, visit.place),
    appointment_id: visit.id,
    ...(bought.length === 0 ? {} : { lines: [...ofVisit, ...bought.map(({ line }) => line)] }),
    ...(tip === 0 ? {} : { tip: cents(tip) }),
    payments,
  };
  const paid = await checkOutSale(tx, setup, { input, own: null, now });
  if (paid.sale.status !== "completed")
    throw new Error(`The demo's visit ${visit.id} was not paid to the cent.`);
  if (bought.some(({ line }) => line.kind !== "product")) holders.add(person);
  return paid;
}

/** What is paid in money; nothing where nothing is left to pay. */
export function moneyFor(chance: Chance, amount: number): Tender[] {
  if (amount === 0) return [];
  if (amount > 4000 && chance.happens(0.04))
    return [
      { method: "cash", amount: cents(2000) },
      { method: "card", amount: cents(amount - 2000), reference: slip(chance) },
    ];
  const method = chance.weighted(["card", "cash", "external"] as const, (one) => WAYS[one]);
  const references = { card: slip(chance), cash: undefined, external: "Bank transfer" };
  const reference = references[method];
  return [{ method, amount: cents(amount), ...(reference === undefined ? {} : { reference }) }];
}

/** How often each is used, beside the others. */
const WAYS = { card: 60, cash: 34, external: 6 };

function slip(chance: Chance): string {
  return `Slip ${chance.whole(1000, 9999)}`;
}

/** What they take home, or pay in advance. */
function basketOf({ salon, holders }: Scene, { visit, person, chance }: CheckOut) {
  const bought: { line: Line; price: number }[] = [];
  if (chance.happens(0.14)) bought.push(productLine(chance));
  if (holders.has(person)) return bought;
  for (const { kind, name, price, services } of OFFERS) {
    const isForThis = visit.items.some(({ service }) => services.some((one) => one === service));
    if (!isForThis || !chance.happens(0.12)) continue;
    const id = named(salon.shop.offerIds, name);
    const line: Line = kind === "package" ? { kind, package_id: id } : { kind, membership_id: id };
    bought.push({ line, price });
  }
  if (chance.happens(0.015)) bought.push(giftCardLine(salon.shop.offerIds, chance));
  return bought;
}

export function productLine(chance: Chance): { line: Line; price: number } {
  const { name, price } = chance.oneOf(PRODUCTS);
  const quantity = chance.happens(0.15) ? 2 : 1;
  const line: Line = { kind: "product", description: name, unit_price: cents(price), quantity };
  return { line, price: price * quantity };
}

export function giftCardLine(offerIds: ReadonlyMap<string, string>, chance: Chance) {
  const { name, value } = chance.oneOf(GIFT_CARDS);
  const line: Line = { kind: "gift_card", gift_card_id: named(offerIds, name) };
  return { line, price: value };
}

/** A unit for each service that something in the wallet pays for. */
function unitsFor(visit: BookedVisit, held: Held): Tender[] {
  const left = [
    ...held.packages.map((units) => ({ ...units, method: "package" as const })),
    ...held.membership_credits.map((units) => ({ ...units, method: "membership" as const })),
  ];
  return visit.items.flatMap(({ serviceId, price }): Tender[] => {
    const units = left.find((one) => one.remaining > 0 && one.service_ids.includes(serviceId));
    if (units === undefined || price === 0) return [];
    units.remaining -= 1;
    return [{ method: units.method, amount: cents(price), reference: units.id }];
  });
}

type Wallet = Awaited<ReturnType<typeof readWallet>>;
type Held = Pick<Wallet, "packages" | "membership_credits" | "gift_cards">;

function sumOf(payments: readonly Tender[]): number {
  return payments.reduce((sum, { amount }) => sum + amount.amount, 0);
}
