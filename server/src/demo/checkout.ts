import { feeOfAppointment } from "../features/business/policies/index.ts";
import { checkOut, deskPayments, refund } from "../features/checkout/payments/index.ts";
import { saleFees } from "../features/checkout/sales/index.ts";
import { readWallet } from "../features/checkout/wallet/index.ts";
import type { Demo } from "./demo.ts";
import { PRODUCTS } from "./menu.ts";
import type { Booked, PlannedAppointment } from "./plan.ts";
import type { Random } from "./random.ts";
import { cents } from "./salon.ts";

type SaleInput = Parameters<typeof checkOut>[2]["input"];
type Tender = NonNullable<SaleInput["payments"]>[number];

/** Creates a fully paid sale at the desk. */
export async function sell(
  { tx, snapshot, idOf }: Demo,
  location: string,
  sale: Omit<SaleInput, "location_id">,
  now: number,
) {
  const input = { location_id: idOf(location), ...sale };
  const paid = await checkOut(tx, snapshot, { input, own: null, role: "reception", now });
  if (paid.sale.status !== "completed") throw new Error(`The sale ${paid.sale.id} is not fully paid.`);
  return paid;
}

/**
 * Pays for an appointment, and sometimes for a retail product: with the client's packages and memberships or a gift card, then
 * with money. Some payments are refunded in part.
 */
export async function checkOutAppointment(
  demo: Demo,
  planned: PlannedAppointment,
  booked: Booked,
  now: number,
): Promise<void> {
  const { client, location, random, credit } = planned;
  const product = random.happens(0.14) ? drawProduct(demo, random) : undefined;
  const payments = client.hasWallet && credit === 0 ? await payFromWallet(demo, client.id, booked, now) : [];
  const price = booked.items.reduce((sum, item) => sum + item.price.amount, product?.total ?? 0);
  const due = payments.reduce((sum, { amount }) => sum - amount.amount, price - credit);
  const tip = due > 0 && random.happens(0.35) ? random.oneOf([100, 200, 300, 500]) : 0;
  payments.push(...payWithMoney(random, due + tip));
  const lines = product === undefined ? [] : [product.line];
  const sale = { appointment_id: booked.id, lines, tip: cents(tip), payments };
  const [payment] = (await sell(demo, location, sale, now)).payments;
  if (client.hasWallet || credit > 0 || payment === undefined || !random.happens(0.03)) return;
  const reason = random.oneOf(["The colour faded within days", "Had to be done again", "Goodwill"]);
  const quarter = { amount: cents(Math.ceil(payment.amount.amount / 4)), reason };
  await refundPayment(demo, payment.id, quarter, now);
}

/** Returns payments with units of packages and memberships; if no unit fits, a payment for one service with a gift card. */
async function payFromWallet(demo: Demo, clientId: string, booked: Booked, now: number): Promise<Tender[]> {
  const wallet = await readWallet(demo.tx, demo.businessId, clientId, now);
  const entitlements = [
    ...wallet.packages.map((one) => ({ ...one, method: "package" as const })),
    ...wallet.membership_credits.map((one) => ({ ...one, method: "membership" as const })),
  ];
  const units = booked.items.flatMap(({ service_id, price }): Tender[] => {
    const usable = entitlements.find((one) => one.remaining > 0 && one.service_ids.includes(service_id));
    if (usable === undefined || price.amount === 0) return [];
    usable.remaining -= 1;
    return [{ method: usable.method, amount: cents(price.amount), reference: usable.id }];
  });
  const [card] = wallet.gift_cards;
  const [item] = booked.items;
  if (units.length > 0 || card === undefined || item === undefined) return units;
  const amount = Math.min(card.balance.amount, item.price.amount);
  return [{ method: "gift_card", amount: cents(amount), reference: card.id }];
}

export function drawProduct({ idOf }: Demo, random: Random) {
  const [name, price] = random.oneOf(PRODUCTS);
  const quantity = random.happens(0.15) ? 2 : 1;
  return { line: { kind: "product" as const, product_id: idOf(name), quantity }, total: price * quantity };
}

/** Returns one payment by card, cash or bank transfer; none for the amount 0. */
export function payWithMoney(random: Random, minor: number): Tender[] {
  if (minor === 0) return [];
  const amount = cents(minor);
  if (random.happens(0.6)) return [{ method: "card", amount, reference: `Slip ${random.whole(1000, 9999)}` }];
  return [
    random.happens(0.85) ? { method: "cash", amount } : { method: "external", amount, reference: "Transfer" },
  ];
}

export function refundPayment(
  { tx, businessId, snapshot }: Demo,
  paymentId: string,
  input: Parameters<typeof refund>[2]["input"],
  now: number,
) {
  return refund(tx, { id: businessId, webhookPayload: snapshot.webhookPayload }, { paymentId, input, now });
}

/**
 * Charges the fee for a late cancellation or a no-show, unless the appointment has a deposit or a discount. Most clients pay.
 */
export async function chargeFee(
  { tx, snapshot }: Demo,
  { client, random, credit }: PlannedAppointment,
  { id: appointment_id }: Booked,
  kind: "late_cancel" | "no_show",
  now: number,
): Promise<void> {
  if (credit > 0) return;
  const charging = { clientId: client.id, input: { appointment_id, kind }, now };
  const { id: saleId, total } = await saleFees.chargeFee(tx, snapshot, feeOfAppointment, charging);
  if (random.happens(0.4)) return;
  const tenders = payWithMoney(random, total.amount).map((tender) => ({ ...tender, path: "" }));
  await deskPayments.paySale(tx, snapshot, { saleId, own: null, tenders, now });
}
