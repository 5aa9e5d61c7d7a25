import type { Ids, Stories, StoryContext } from "../story.ts";
import { EUR } from "../trade.ts";

/** Creates an unpaid sale for Tom's appointment. Returns the sale's id. */
export async function openSaleOf({ ask, ids }: StoryContext): Promise<{ sale: string }> {
  const sold = await ask("owner", "POST", "/sales", {
    location_id: ids.location,
    appointment_id: ids.tomsAppointment,
  });
  return { sale: sold.body.data.id };
}

const haircare = ({ location, client, staff }: Ids) => ({
  location_id: location,
  client_id: client,
  lines: [
    { kind: "product", description: "Argan oil, 50 ml", quantity: 2, unit_price: EUR(1450), staff_id: staff },
  ],
  payments: [{ method: "cash", amount: EUR(2900) }],
});

/** Creates a sale that is paid immediately. */
export const sellHaircare = ({ ask, ids }: StoryContext) => ask("owner", "POST", "/sales", haircare(ids));

/** Stories for sales, payments and fees. */
export const TILL_STORIES: Stories = {
  listSales: { query: () => ({ from: "2026-05-01T00:00:00+02:00", status: "completed" }) },
  createSale: {
    body: ({ location, appointment, staff, gift_card }) => ({
      location_id: location,
      appointment_id: appointment,
      lines: [
        { kind: "product", description: "Argan oil, 50 ml", unit_price: EUR(1450), staff_id: staff },
        { kind: "gift_card", gift_card_id: gift_card, staff_id: staff },
        { kind: "discount", description: "Friend of the house", unit_price: EUR(650) },
      ],
      tip: EUR(500),
      payments: [
        { method: "card", amount: EUR(10000), reference: "Terminal 1, slip 0147" },
        { method: "cash", amount: EUR(2500) },
      ],
    }),
  },
  quoteSale: {
    body: ({ location, appointment, staff }) => ({
      location_id: location,
      appointment_id: appointment,
      lines: [
        { kind: "product", description: "Argan oil, 50 ml", unit_price: EUR(1450), staff_id: staff },
        { kind: "discount", description: "Friend of the house", unit_price: EUR(650) },
      ],
      tip: EUR(500),
    }),
  },
  replaceSale: {
    before: openSaleOf,
    body: ({ location, tomsAppointment, staff }) => ({
      location_id: location,
      appointment_id: tomsAppointment,
      lines: [{ kind: "product", description: "Argan oil, 50 ml", unit_price: EUR(1450), staff_id: staff }],
    }),
    refused: { 409: { before: async ({ salon }) => ({ sale: String(salon.ids.sale) }) } },
  },
  sendReceipt: { body: () => ({ email: "office@haarwerk.example" }) },
  createDayClosing: {
    body: ({ location }) => ({
      location_id: location,
      counted: [{ method: "cash", amount: EUR(92850) }],
      note: "50 cents given too much in change.",
    }),
  },
  listDayClosings: {
    before: async ({ ask, ids }) => {
      const counted = [{ method: "cash", amount: EUR(92900) }];
      await ask("owner", "POST", "/day-closings", { location_id: ids.location, counted });
      return {};
    },
  },
  createProduct: {
    body: () => ({
      name: "Argan oil, 50 ml",
      sku: "OIL-50",
      barcode: "4006381333931",
      price: EUR(1450),
      stock: 24,
    }),
  },
  updateProduct: { body: () => ({ price: EUR(1550), stock: 22 }) },
  createSalePayment: {
    before: async (context) => ({ ...(await connect(context)), ...(await openSaleOf(context)) }),
    body: () => ({ method: "card", amount: EUR(3400), online: true }),
    refused: { 409: { before: async ({ salon }) => ({ sale: String(salon.ids.sale) }) } },
  },
  voidSale: {
    before: openSaleOf,
    refused: { 409: { before: async ({ salon }) => ({ sale: String(salon.ids.sale) }) } },
  },
  adjustEntitlement: {
    before: giftCardOf,
    body: () => ({ delta: 1000, reason: "Sorry for the long wait." }),
  },
  blockEntitlement: { before: giftCardOf, body: () => ({ reason: "The card was lost." }) },
  unblockEntitlement: { before: giftCardOf, body: () => ({ reason: "The card was found." }) },
  listPayments: { query: ({ client = "" }) => ({ client_id: client, status: "succeeded" }) },
  refundPayment: {
    body: () => ({ amount: EUR(1500), reason: "The fringe came out shorter than agreed." }),
    refused: { 409: { before: async (context) => payOnline(context) } },
  },
  cancelPayment: { before: payOnline },
  createDeposit: {
    before: async ({ ids }) => ({ appointment: String(ids.tomsAppointment) }),
    body: () => ({ method: "card", amount: EUR(1000), reference: "Terminal 1, slip 0148" }),
    refused: { 409: { before: openSaleOfTom } },
  },
  listDeposits: {
    before: async (context) => {
      await depositOf(context);
      return {};
    },
    query: () => ({ status: "held" }),
  },
  getDeposit: { before: depositOf },
  settleDeposit: {
    before: async (context) => {
      const { deposit = "" } = await depositOf(context);
      await context.ask("key", "POST", `/appointments/${context.ids.tomsAppointment}/transitions`, {
        to: "no_show",
      });
      return { deposit };
    },
    body: () => ({ kept: EUR(600) }),
    refused: {
      409: {
        before: async ({ ask }) => {
          const settled = await ask("owner", "GET", "/deposits?status=settled");
          return { deposit: String(settled.body.data.items[0]?.id) };
        },
      },
    },
  },
  chargeFee: {
    before: async ({ ask, ids }) => {
      await ask("key", "POST", `/appointments/${ids.tomsAppointment}/transitions`, { to: "no_show" });
      return { client: String(ids.tom) };
    },
    body: ({ tomsAppointment }) => ({ appointment_id: tomsAppointment, kind: "no_show" }),
  },
  getPaymentAccount: { before: connect },
  disconnectPaymentAccount: { before: connect },
  receiveStripeWebhook: {
    before: async (context) => {
      const { server } = context;
      await payOnline(context);
      const [intent] = server.stripe.intents.values();
      const [account = ""] = server.stripe.accounts.keys();
      if (intent === undefined) throw new Error("No payment was begun.");
      server.stripe.pays(intent.id);
      const at = server.clock.now();
      const { payload, headers } = server.stripe.event("payment_intent.succeeded", intent, { account, at });
      return { payload, signature: String(headers["stripe-signature"]) };
    },
    headers: ({ signature = "" }) => ({ "stripe-signature": signature }),
    body: ({ payload = "" }) => JSON.parse(payload),
    refused: { 400: { before: async () => ({ signature: "t=1777878600,v1=0" }) } },
  },
};

/** Creates an unpaid sale for Tom's appointment, which then accepts no deposit. Returns the appointment's id. */
async function openSaleOfTom(context: StoryContext): Promise<Ids> {
  await openSaleOf(context);
  return { appointment: String(context.ids.tomsAppointment) };
}

/** Takes a deposit for Tom's appointment. */
async function depositOf({ ask, ids }: StoryContext): Promise<Ids> {
  const taken = await ask("owner", "POST", `/appointments/${ids.tomsAppointment}/deposits`, {
    method: "cash",
    amount: EUR(1000),
  });
  return { deposit: String(taken.body.data.id) };
}

/** Sells the client a gift card. Returns the gift card's id from the client's wallet. */
async function giftCardOf({ ask, ids }: StoryContext): Promise<Ids> {
  await ask("owner", "POST", "/sales", {
    location_id: ids.location,
    client_id: ids.client,
    lines: [{ kind: "gift_card", unit_price: EUR(5000) }],
    payments: [{ method: "cash", amount: EUR(5000) }],
  });
  const wallet = await ask("owner", "GET", `/clients/${ids.client}/wallet`);
  return { entitlement: String(wallet.body.data.gift_cards[0]?.id) };
}

/** Connects the salon's online payment account. */
export async function connect({ ask, server }: StoryContext): Promise<Ids> {
  await ask("owner", "POST", "/payments/account/connect");
  const at = server.clock.now();
  for (const [id, account] of server.stripe.accounts) {
    Object.assign(account, { charges_enabled: true, payouts_enabled: true, details_submitted: true });
    account.requirements.currently_due = [];
    const { payload, headers } = server.stripe.event("account.updated", { id }, { account: id, at });
    const received = await server.send({
      method: "POST",
      url: "/api/v1/public/stripe/events",
      headers,
      payload,
    });
    if (received.status !== 200) throw new Error(`Stripe was answered ${received.status}.`);
  }
  return {};
}

/** Starts an online payment for Tom's appointment. */
async function payOnline(context: StoryContext): Promise<Ids> {
  await connect(context);
  const { sale } = await openSaleOf(context);
  const begun = await context.ask("owner", "POST", `/sales/${sale}/payments`, {
    method: "card",
    amount: EUR(3400),
    online: true,
  });
  return { sale, payment: begun.body.data.payment.id };
}
