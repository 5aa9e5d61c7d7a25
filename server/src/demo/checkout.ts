import { DAY, MINUTE } from "@daybook/engine";
import { feeOfAppointment } from "../features/business/policies/index.ts";
import { checkOut, deskPayments, refund } from "../features/checkout/payments/index.ts";
import { saleFees } from "../features/checkout/sales/index.ts";
import { readWallet } from "../features/checkout/wallet/index.ts";
import type { Demo } from "./demo.ts";
import { GIFT_CARDS, PREPAID, PRODUCTS } from "./menu.ts";
import type { Random } from "./random.ts";
import type { Action } from "./runActions.ts";
import { cents } from "./salon.ts";
import { CANCELLATION_HOURS } from "./texts.ts";
import type { Booked, Visit } from "./visits.ts";

export type Paid = Awaited<ReturnType<typeof checkOut>>;
type SaleInput = Parameters<typeof checkOut>[2]["input"];
export type Line = NonNullable<SaleInput["lines"]>[number];
type Tender = NonNullable<SaleInput["payments"]>[number];
type Wallet = Awaited<ReturnType<typeof readWallet>>;

/** A sale line in addition to the booked services, and its total in cents. */
interface Extra {
  readonly line: Line;
  readonly total: number;
}

/**
 * Pays for an appointment: first with packages and memberships, then with a gift card, and the rest by card, cash or bank
 * transfer. Returns undefined if the appointment has no price.
 */
export async function checkOutVisit(
  demo: Demo,
  { client, location, random, credit }: Visit,
  booked: Booked,
  now: number,
): Promise<Paid | undefined> {
  const { tx, snapshot, businessId, idOf } = demo;
  if (booked.total.amount === 0) return undefined;
  const wallet = client.hasWallet ? await readWallet(tx, businessId, client.id, now) : undefined;
  const extras = drawExtras(demo, booked, wallet, random);
  const payments = wallet === undefined || credit > 0 ? [] : payWithUnits(booked, wallet);
  const price = booked.items.reduce((sum, item) => sum + item.price.amount, 0) - credit;
  let due = extras.reduce((sum, { total }) => sum + total, price);
  for (const { amount } of payments) due -= amount.amount;
  const card = wallet?.gift_cards[0];
  if (card !== undefined && due > 0) {
    const amount = Math.min(card.balance.amount, due);
    payments.push({ method: "gift_card", amount: cents(amount), reference: card.id });
    due -= amount;
  }
  const tip = due > 0 && random.happens(0.35) ? random.oneOf([100, 200, 300, 500]) : 0;
  payments.push(...payWithMoney(random, due + tip));
  const input: SaleInput = {
    location_id: idOf(location),
    appointment_id: booked.id,
    ...(extras.length > 0 ? { lines: extras.map(({ line }) => line) } : {}),
    ...(tip > 0 ? { tip: cents(tip) } : {}),
    payments,
  };
  const paid = await checkOut(tx, snapshot, { input, own: null, role: "reception", now });
  if (paid.sale.status !== "completed") throw new Error(`The sale ${paid.sale.id} is not fully paid.`);
  if (extras.some(({ line }) => line.kind !== "product")) client.hasWallet = true;
  return paid;
}

/** Draws the additional lines of a sale. A client with a wallet buys only retail products. */
function drawExtras({ idOf }: Demo, booked: Booked, wallet: Wallet | undefined, random: Random): Extra[] {
  const extras = random.happens(0.14) ? [drawProduct(idOf, random)] : [];
  if (wallet !== undefined) return extras;
  const names = booked.items.map((item) => item.service_name);
  for (const { kind, name, price: total, services } of PREPAID) {
    if (!services.some((service) => names.includes(service)) || !random.happens(0.25)) continue;
    const id = idOf(name);
    extras.push({ line: kind === "package" ? { kind, package_id: id } : { kind, membership_id: id }, total });
  }
  if (random.happens(0.03)) extras.push(drawGiftCard(idOf, random));
  return extras;
}

export function drawProduct(idOf: Demo["idOf"], random: Random): Extra {
  const [name, price] = random.oneOf(PRODUCTS);
  const quantity = random.happens(0.15) ? 2 : 1;
  return { line: { kind: "product", product_id: idOf(name), quantity }, total: price * quantity };
}

export function drawGiftCard(idOf: Demo["idOf"], random: Random): Extra {
  const [name, total] = random.oneOf(GIFT_CARDS);
  return { line: { kind: "gift_card", gift_card_id: idOf(name) }, total };
}

function payWithUnits(booked: Booked, wallet: Wallet): Tender[] {
  const entitlements = [
    ...wallet.packages.map((one) => ({ ...one, method: "package" as const })),
    ...wallet.membership_credits.map((one) => ({ ...one, method: "membership" as const })),
  ];
  return booked.items.flatMap(({ service_id, price }): Tender[] => {
    const usable = entitlements.find((one) => one.remaining > 0 && one.service_ids.includes(service_id));
    if (usable === undefined || price.amount === 0) return [];
    usable.remaining -= 1;
    return [{ method: usable.method, amount: cents(price.amount), reference: usable.id }];
  });
}

/** Pays by card, cash or bank transfer. */
export function payWithMoney(random: Random, amount: number): Tender[] {
  if (amount === 0) return [];
  const tenders: readonly (readonly [number, Tender])[] = [
    [60, { method: "card", amount: cents(amount), reference: `Slip ${random.whole(1000, 9999)}` }],
    [34, { method: "cash", amount: cents(amount) }],
    [6, { method: "external", amount: cents(amount), reference: "Bank transfer" }],
  ];
  return [random.weighted(tenders, ([weight]) => weight)[1]];
}

/** Refunds a quarter of the payment of a sale that was paid with money. */
export async function refundSome(demo: Demo, paid: Paid | undefined, random: Random, now: number) {
  const [payment, ...others] = paid?.payments ?? [];
  const isPlain = paid?.sale.lines.every(({ kind }) => kind === "service") && others.length === 0;
  if (payment === undefined || !isPlain || !["cash", "card", "external"].includes(payment.method)) return;
  const reason = random.oneOf(["The colour faded within days", "Had to be done again", "Goodwill"]);
  const input = { amount: cents(Math.ceil(payment.amount.amount / 4)), reason };
  await refund(demo.tx, refunding(demo), { paymentId: payment.id, input, now });
}

export function refunding({ businessId, snapshot }: Demo) {
  return { id: businessId, webhookPayload: snapshot.webhookPayload };
}

/** Charges fees for most late cancellations and missed appointments; most of these fees are paid some days later. */
export function feeActions(demo: Demo, visit: Visit, booked: Booked): Action[] {
  const { client, startsAt, items, changes, random } = visit;
  const last = changes.at(-1);
  if (last === undefined || items.every(({ service }) => service.price === 0)) return [];
  const isLate = last.cancelledBy === "client" && startsAt - last.at < CANCELLATION_HOURS * 60 * MINUTE;
  if ((!isLate && last.to !== "no_show") || !random.happens(0.8)) return [];
  const kind = isLate ? "late_cancel" : "no_show";
  const at = last.at + random.whole(5, 40) * MINUTE;
  let fee: Awaited<ReturnType<typeof saleFees.chargeFee>> | undefined;
  const charge = async (now: number) => {
    const charging = { clientId: client.id, input: { appointment_id: booked.id, kind }, now } as const;
    fee = await saleFees.chargeFee(demo.tx, demo.snapshot, feeOfAppointment, charging);
  };
  const pay = async (now: number) => {
    if (fee === undefined) return;
    const tenders = payWithMoney(random, fee.total.amount).map((tender) => ({ ...tender, path: "" }));
    await deskPayments.paySale(demo.tx, demo.snapshot, { saleId: fee.id, own: null, tenders, now });
  };
  const paidAt = at + random.whole(1, 6) * DAY;
  return [{ at, run: charge }, ...(random.happens(0.6) ? [{ at: paidAt, run: pay }] : [])];
}
