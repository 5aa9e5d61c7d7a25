import { checkOut, refund } from "../features/checkout/payments/index.ts";
import { readWallet } from "../features/checkout/wallet/index.ts";
import type { Appointment, BookedAppointment } from "./appointments.ts";
import type { Demo } from "./demo.ts";
import { GIFT_CARDS, PREPAID, PRODUCTS } from "./menu.ts";
import type { Random } from "./random.ts";
import { cents } from "./salon.ts";

export type Paid = Awaited<ReturnType<typeof checkOut>>;
type SaleInput = Parameters<typeof checkOut>[2]["input"];
export type Line = NonNullable<SaleInput["lines"]>[number];
export type Tender = NonNullable<SaleInput["payments"]>[number];
type Wallet = Awaited<ReturnType<typeof readWallet>>;

/** A sale line in addition to the booked services, and its total in cents. */
interface Extra {
  readonly line: Line;
  readonly total: number;
}

const REFUND_REASONS = ["The colour faded within days", "Had to be done again", "Goodwill"];

/**
 * Pays for an appointment: first with packages and memberships, then with a gift card, then with money. Returns undefined if the
 * appointment has no price.
 */
export async function checkOutAppointment(
  demo: Demo,
  { client, location, random, credit }: Appointment,
  booked: BookedAppointment,
  now: number,
): Promise<Paid | undefined> {
  const { tx, snapshot, businessId, idOf } = demo;
  const price = booked.items.reduce((sum, item) => sum + item.price.amount, 0);
  if (price === 0) return undefined;
  const wallet = client.hasWallet ? await readWallet(tx, businessId, booked.client_id, now) : undefined;
  const extras = drawExtras(demo, booked, wallet, random);
  const payments = wallet === undefined || credit > 0 ? [] : payWithUnits(booked, wallet);
  let due = [...payments.map(({ amount }) => -amount.amount), ...extras.map(({ total }) => total)].reduce(
    (sum, amount) => sum + amount,
    price - credit,
  );
  const card = wallet?.gift_cards[0];
  if (card !== undefined && due > 0 && random.happens(0.6)) {
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

/** Refunds a quarter of the first payment of a sale that consists of services. */
export async function refundSome(
  demo: Demo,
  paid: Paid | undefined,
  random: Random,
  now: number,
): Promise<void> {
  const [payment] = paid?.payments ?? [];
  const isPlain =
    paid?.sale.lines.every(({ kind }) => kind === "service") &&
    ["cash", "card", "external"].includes(payment?.method ?? "");
  if (payment === undefined || !isPlain) return;
  const input = { amount: cents(Math.ceil(payment.amount.amount / 4)), reason: random.oneOf(REFUND_REASONS) };
  await refund(demo.tx, refunding(demo), { paymentId: payment.id, input, now });
}

export function refunding({ businessId, snapshot }: Demo) {
  return { id: businessId, webhookPayload: snapshot.webhookPayload };
}

/** Chooses random additional lines for a sale. A client with a wallet buys only retail products. */
function drawExtras(
  demo: Demo,
  booked: BookedAppointment,
  wallet: Wallet | undefined,
  random: Random,
): Extra[] {
  const extras = random.happens(0.14) ? [drawProduct(demo, random)] : [];
  if (wallet !== undefined) return extras;
  const names = booked.items.map((item) => item.service_name);
  for (const { kind, name, price, services } of PREPAID) {
    if (!services.some((service) => names.includes(service)) || !random.happens(0.12)) continue;
    const id = demo.idOf(name);
    const line: Line = kind === "package" ? { kind, package_id: id } : { kind, membership_id: id };
    extras.push({ line, total: price });
  }
  if (random.happens(0.015)) extras.push(drawGiftCard(demo, random));
  return extras;
}

export function drawProduct({ idOf }: Demo, random: Random): Extra {
  const [name, price] = random.oneOf(PRODUCTS);
  const quantity = random.happens(0.15) ? 2 : 1;
  return { line: { kind: "product", product_id: idOf(name), quantity }, total: price * quantity };
}

export function drawGiftCard({ idOf }: Demo, random: Random): Extra {
  const [name, total] = random.oneOf(GIFT_CARDS);
  return { line: { kind: "gift_card", gift_card_id: idOf(name) }, total };
}

function payWithUnits(booked: BookedAppointment, wallet: Wallet): Tender[] {
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

/** Pays by cash, card or bank transfer; some larger amounts are paid in two parts. */
export function payWithMoney(random: Random, amount: number): Tender[] {
  if (amount === 0) return [];
  const reference = `Slip ${random.whole(1000, 9999)}`;
  if (amount > 4000 && random.happens(0.04)) {
    const card: Tender = { method: "card", amount: cents(amount - 2000), reference };
    return [{ method: "cash", amount: cents(2000) }, card];
  }
  const tenders: readonly (readonly [number, Tender])[] = [
    [60, { method: "card", amount: cents(amount), reference }],
    [34, { method: "cash", amount: cents(amount) }],
    [6, { method: "external", amount: cents(amount), reference: "Bank transfer" }],
  ];
  return [random.weighted(tenders, ([weight]) => weight)[1]];
}
