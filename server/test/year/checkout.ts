import type { Appointment } from "./bookings.ts";
import type { ClientBook } from "./clientBook.ts";
import type { Payment, Sale, Wallet } from "./money.ts";
import type { YearBusiness } from "./yearBusiness.ts";

interface Paid {
  readonly payment: Payment;
  readonly sale: Sale;
}

/**
 * Sells the services of an appointment, sometimes with other items. Pays from the wallet first, then with up to three other
 * methods. Sometimes refunds a payment before or after the sale closes.
 */
export async function checkOut(clientBook: ClientBook, appointment: Appointment): Promise<void> {
  const { business } = clientBook;
  const { chance, locationId: location_id, reception } = business;
  const extra = bought(business);
  const discount = { kind: "discount", description: "Regular", unit_price: business.money(2) };
  const isCheaper = appointment.total.amount > business.money(20).amount && chance.happens(0.1);
  const opened = await reception<Sale>("POST", "/sales", {
    location_id,
    appointment_id: appointment.id,
    ...(extra.length > 0 || isCheaper ? { lines: [...extra, ...(isCheaper ? [discount] : [])] } : {}),
    ...(chance.happens(0.4) ? { tip: business.money(chance.whole(1, 9)) } : {}),
  });
  const left = await payFromWallet(clientBook, appointment, opened);
  const ways = chance.oneOf([["cash"], ["card"], ["card", "cash"], ["external", "card", "cash"]] as const);
  const sale = await settle(business, left, ways);
  await refundSometimes(business, appointment, sale);
}

/** Chooses a random additional line: a product, a prepaid product or none. */
function bought({ chance, money, offers, plan }: YearBusiness): object[] {
  const { description, price } = plan.product;
  const product = { kind: "product", description, unit_price: money(price), quantity: chance.whole(1, 3) };
  const extras: [object | null, number][] = [
    [null, 60],
    [product, 15],
    [{ kind: "package", package_id: offers.package }, 10],
    [{ kind: "membership", membership_id: offers.membership }, 8],
    [{ kind: "gift_card", gift_card_id: offers.giftCard }, 7],
  ];
  const [extra] = chance.weighted(extras, ([, weight]) => weight);
  return extra === null ? [] : [extra];
}

/**
 * Pays for covered services with units of packages or memberships, unless the sale has a discount. Then sometimes pays with a
 * gift card of the client, and with the code of another gift card.
 */
async function payFromWallet(clientBook: ClientBook, appointment: Appointment, opened: Sale): Promise<Sale> {
  const { cards, business } = clientBook;
  const { chance, program } = business;
  let sale = opened;
  const path = `/clients/${appointment.client_id}/wallet`;
  for (const { service_id, price } of opened.discount.amount > 0 ? [] : appointment.items) {
    const { packages, membership_credits } = await program<Wallet>("GET", path);
    const isGood = (units: Wallet["packages"][number]) =>
      units.remaining > 0 && units.service_ids.includes(service_id);
    const unit = packages.find(isGood) ?? membership_credits.find(isGood);
    if (unit === undefined || price.amount === 0 || due(sale) < price.amount) continue;
    const method = packages.includes(unit) ? "package" : "membership";
    sale = await pay(business, sale, method, price.amount, unit.id);
  }
  // Gift cards cannot pay for gift cards.
  if (opened.lines.some(({ kind }) => kind === "gift_card")) return sale;
  const { gift_cards } = await program<Wallet>("GET", path);
  const [own] = gift_cards;
  if (own !== undefined && due(sale) > 0 && chance.happens(0.7))
    sale = await pay(business, sale, "gift_card", Math.min(own.balance.amount, due(sale)), own.id);
  const card = cards.find(({ left }) => left > 0);
  if (card !== undefined && due(sale) > 0 && chance.happens(0.2)) {
    const amount = Math.min(card.left, due(sale));
    sale = await pay(business, sale, "gift_card", amount, card.code);
    card.left -= amount;
  }
  return sale;
}

/** Pays the amount due with these methods. The last payment closes the sale. Returns a paid sale unchanged. */
export async function settle(
  business: YearBusiness,
  opened: Sale,
  methods: readonly string[],
): Promise<Sale> {
  const { chance, coins, owner } = business;
  let sale = opened;
  for (const [nth, method] of methods.entries()) {
    const left = due(sale);
    if (left === 0) return sale;
    const isLast = nth === methods.length - 1 || left < methods.length;
    sale = await pay(business, sale, method, isLast ? left : Math.ceil(left / 3));
    // Simulates a charge of the wrong card: part of the payment is refunded while the sale is open.
    if (!isLast && chance.happens(0.3)) {
      const [taken] = sale.payment_ids.slice(-1);
      const body = { amount: coins(Math.ceil(left / 6)), reason: "The wrong card" };
      await owner("POST", `/payments/${taken}/refunds`, body);
      hold(sale.id, -body.amount.amount);
    }
  }
  return sale;
}

async function pay(
  business: YearBusiness,
  sale: Sale,
  method: string,
  amount: number,
  reference?: string,
): Promise<Sale> {
  const body = { method, amount: business.coins(amount), ...(reference === undefined ? {} : { reference }) };
  const paid = await business.reception<Paid>("POST", `/sales/${sale.id}/payments`, body);
  hold(sale.id, amount);
  return paid.sale;
}

/** Payments less refunds in minor units, by sale id. */
const held = new Map<string, number>();

function hold(saleId: string, amount: number): void {
  held.set(saleId, (held.get(saleId) ?? 0) + amount);
}

/** Returns the amount due in minor units. */
function due({ id, total }: Sale): number {
  return total.amount - (held.get(id) ?? 0);
}

/**
 * Sometimes refunds part of a payment, or all payments, of a closed sale. After a full refund, usually voids the sale and
 * sometimes creates another sale for the appointment.
 */
async function refundSometimes(
  business: YearBusiness,
  appointment: Appointment,
  { id, payment_ids, lines: sold }: Sale,
): Promise<void> {
  const { chance, coins, owner, program, locationId: location_id } = business;
  const back = chance.weighted(
    ["nothing", "some", "all"] as const,
    (one) => ({ nothing: 80, some: 14, all: 6 })[one],
  );
  if (back === "nothing") return;
  const payments: Payment[] = [];
  for (const paymentId of payment_ids) payments.push(await program<Payment>("GET", `/payments/${paymentId}`));
  // The refund lists all lines, because the refunds may cover the whole sale.
  const lines = sold.filter(({ kind }) => kind !== "discount").map((line) => ({ line_id: line.id }));
  for (const { id: paymentId, amount, method, refunded } of back === "some"
    ? payments.slice(0, 1)
    : payments) {
    const left = amount.amount - refunded.amount;
    const isUnit = method === "package" || method === "membership";
    const given = back === "all" || isUnit ? left : Math.ceil(left / 4);
    if (given > 0)
      await owner("POST", `/payments/${paymentId}/refunds`, {
        amount: coins(given),
        reason: "Not happy",
        lines,
      });
  }
  if (back === "some" || chance.happens(0.3)) return;
  await owner("POST", `/sales/${id}/void`);
  if (chance.happens(0.5)) {
    const again = await business.reception<Sale>("POST", "/sales", {
      location_id,
      appointment_id: appointment.id,
    });
    await settle(business, again, ["cash"]);
  }
}
