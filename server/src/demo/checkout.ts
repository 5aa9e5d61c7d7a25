import { DAY, MINUTE } from "@daybook/engine";
import { feeOfAppointment } from "../features/business/policies/index.ts";
import { checkOut, paySale, refund } from "../features/checkout/payments/index.ts";
import { saleFees, voidSale } from "../features/checkout/sales/index.ts";
import { readWallet } from "../features/checkout/wallet/index.ts";
import type { Appointment, BookedAppointment } from "./appointments.ts";
import { GIFT_CARDS, PREPAID, PRODUCTS } from "./menu.ts";
import { type Random, seededRandom } from "./random.ts";
import type { Action } from "./runActions.ts";
import { cents } from "./salon.ts";
import { CANCELLATION_HOURS, type Demo } from "./setUp.ts";

export type Paid = Awaited<ReturnType<typeof checkOut>>;
type SaleInput = Parameters<typeof checkOut>[2]["input"];
type Line = NonNullable<SaleInput["lines"]>[number];
type Tender = NonNullable<SaleInput["payments"]>[number];
type Wallet = Awaited<ReturnType<typeof readWallet>>;

/** A sale line in addition to the booked services, and its total in cents. */
interface Extra {
  readonly line: Line;
  readonly total: number;
}

/**
 * Pays for an appointment: first with packages and memberships, then with a gift card, then with money. Returns undefined if the
 * appointment has no price.
 */
export async function checkOutAppointment(
  demo: Demo,
  { client, location, random, discount }: Appointment,
  booked: BookedAppointment,
  now: number,
): Promise<Paid | undefined> {
  const { tx, snapshot, businessId, idOf } = demo;
  const price = booked.items.reduce((sum, item) => sum + item.price.amount, 0);
  if (price === 0) return undefined;
  const wallet = client.hasWallet ? await readWallet(tx, businessId, booked.client_id, now) : undefined;
  const extras = drawExtras(demo, booked, wallet, random);
  const payments = wallet === undefined || discount > 0 ? [] : payWithUnits(booked, wallet);
  let due = price - discount + extras.reduce((sum, { total }) => sum + total, 0);
  for (const { amount } of payments) due -= amount.amount;
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

/** Refunds a quarter of a money payment, or all of a payment made with a package or membership. */
export async function refundSome(
  demo: Demo,
  paid: Paid | undefined,
  reason: string,
  now: number,
): Promise<void> {
  const [payment] = paid?.payments ?? [];
  if (payment === undefined) return;
  const { amount } = payment.amount;
  const isUnit = payment.method === "package" || payment.method === "membership";
  // Refunds only lines that are not prepaid products, so that no wallet changes.
  const sold = (paid?.sale.lines ?? []).filter(({ kind }) => kind === "service" || kind === "product");
  const lines = sold.map(({ id }) => ({ line_id: id }));
  const worth = sold.reduce((sum, { total }) => sum + total.amount, -(paid?.sale.discount.amount ?? 0));
  const quarter = Math.max(1, Math.min(worth, Math.round(amount / 4)));
  const input = { amount: cents(isUnit ? amount : quarter), reason, lines };
  await refund(demo.tx, refunding(demo), { paymentId: payment.id, input, now });
}

/** Charges fees for most late cancellations and missed appointments; most of these fees are paid some days later. */
export function feeActions(demo: Demo, appointment: Appointment): Action[] {
  const { client, startsAt, items, changes, random } = appointment;
  const last = changes.at(-1);
  if (last === undefined || items.every(({ service }) => service.price === 0)) return [];
  const isLate =
    last.to === "cancelled" &&
    last.cancelledBy === "client" &&
    startsAt - last.at < CANCELLATION_HOURS * 60 * MINUTE;
  if ((!isLate && last.to !== "no_show") || !random.happens(0.7)) return [];
  const kind = isLate ? "late_cancel" : "no_show";
  const at = last.at + random.whole(5, 40) * MINUTE;
  const paidAt = at + random.whole(1, 6) * DAY;
  let fee: Awaited<ReturnType<typeof saleFees.chargeFee>> | undefined;
  const charge = async () => {
    if (appointment.booked === undefined) return;
    const { id: appointment_id, client_id: clientId } = appointment.booked;
    const input = { appointment_id, kind } as const;
    fee = await saleFees.chargeFee(demo.tx, demo.snapshot, feeOfAppointment, { clientId, input, now: at });
  };
  const pay = async () => {
    if (fee === undefined) return;
    const tenders = payWithMoney(random, fee.total.amount).map((tender) => ({ ...tender, path: "" }));
    await paySale(demo.tx, demo.snapshot, { saleId: fee.id, own: null, tenders, now: paidAt });
  };
  const charged: Action = { at, client, order: "parallel", run: charge };
  return random.happens(0.6) ? [charged, { at: paidAt, client, order: "parallel", run: pay }] : [charged];
}

/**
 * Returns sales without a client, at times when appointments start and the salon is therefore open. One in twenty is preceded by
 * a voided sale.
 */
export function counterSaleActions(demo: Demo, appointments: readonly Appointment[]): Action[] {
  const { tx, businessId, idOf } = demo;
  const some = seededRandom("counter sales");
  return appointments
    .filter(() => some.happens(0.06))
    .map(({ startsAt, location }, index): Action => {
      const random = seededRandom(`counter sale ${index}`);
      const at = startsAt + 3 * MINUTE;
      const sell = (line: Line, payments: Tender[], now: number) => {
        const input = { location_id: idOf(location), lines: [line], payments };
        return checkOut(tx, demo.snapshot, { input, own: null, role: "reception", now });
      };
      const run = async () => {
        if (index % 20 === 3) {
          const reason = "Wrong product";
          const wrong: Line = { kind: "product", description: reason, unit_price: cents(3900) };
          const { sale, payments } = await sell(
            wrong,
            [{ method: "cash", amount: cents(3900) }],
            at - 2 * MINUTE,
          );
          const [payment] = payments;
          if (payment === undefined) throw new Error(`The sale ${sale.id} has no payment.`);
          const input = { amount: cents(3900), reason };
          await refund(tx, refunding(demo), { paymentId: payment.id, input, now: at - MINUTE });
          await voidSale(tx, businessId, { saleId: sale.id, now: at - MINUTE });
        }
        const { line, total } = random.happens(0.25) ? drawGiftCard(demo, random) : drawProduct(demo, random);
        await sell(line, payWithMoney(random, total), at);
      };
      return { at, client: null, order: "parallel", run };
    });
}

function refunding({ businessId, snapshot }: Demo) {
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
  for (const { kind, name, price, services } of PREPAID) {
    const isUsable = booked.items.some((item) => services.some((service) => service === item.service_name));
    if (!isUsable || !random.happens(0.12)) continue;
    const id = demo.idOf(name);
    const line: Line = kind === "package" ? { kind, package_id: id } : { kind, membership_id: id };
    extras.push({ line, total: price });
  }
  if (random.happens(0.015)) extras.push(drawGiftCard(demo, random));
  return extras;
}

function drawProduct({ idOf }: Demo, random: Random): Extra {
  const [name, price] = random.oneOf(PRODUCTS);
  const quantity = random.happens(0.15) ? 2 : 1;
  const line: Line = { kind: "product", product_id: idOf(name), quantity };
  return { line, total: price * quantity };
}

function drawGiftCard({ idOf }: Demo, random: Random): Extra {
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
function payWithMoney(random: Random, amount: number): Tender[] {
  if (amount === 0) return [];
  const reference = `Slip ${random.whole(1000, 9999)}`;
  if (amount > 4000 && random.happens(0.04)) {
    const rest = cents(amount - 2000);
    return [
      { method: "cash", amount: cents(2000) },
      { method: "card", amount: rest, reference },
    ];
  }
  const tenders: readonly (readonly [number, Tender])[] = [
    [60, { method: "card", amount: cents(amount), reference }],
    [34, { method: "cash", amount: cents(amount) }],
    [6, { method: "external", amount: cents(amount), reference: "Bank transfer" }],
  ];
  return [random.weighted(tenders, ([weight]) => weight)[1]];
}
