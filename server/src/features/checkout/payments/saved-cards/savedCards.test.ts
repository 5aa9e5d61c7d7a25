import { beforeEach, describe, expect, test } from "vitest";
import { money, unknownId } from "../../../../../test/fixtures/checkoutApp.ts";
import { depositApp } from "../../../../../test/fixtures/depositApp.ts";
import { setPolicy } from "../../../business/policies/index.ts";

let starts = 0;
/** The start of the appointment that a test books. Every test has its own start. */
let startsAt: string;

const CONSENT = { card_consent: "I agree that EUR 20.00 are charged to my card if I do not come." };
const TERMS = {
  cancellation_window_minutes: 1440,
  late_cancel_fee: { kind: "amount" as const, amount: money(1_000) },
  no_show_fee: { kind: "amount" as const, amount: money(2_000) },
  card_required: true,
};

async function policy(terms: object): Promise<void> {
  const when = { now: open.clock.now(), ifMatch: null };
  await open.database.transaction((tx) => setPolicy(tx, open.salon.businessId, { ...TERMS, ...terms }, when));
}

const open = await depositApp();
await policy({ deposit: { kind: "none" } });
beforeEach(() => {
  open.stripe.cardsAnswer("approved");
  const number = starts++;
  const monday = Date.UTC(2027, 2, 8) + Math.floor(number / 2) * 7 * 86_400_000;
  startsAt = new Date(monday + (number % 2 === 0 ? 8 : 10) * 3_600_000).toISOString();
});

const appointmentAt = async (at: string) => {
  const to = new Date(Date.parse(at) + 60_000).toISOString();
  const list = `/appointments?location_id=${open.salon.locationId}&from=${at}&to=${to}`;
  const { items } = (await open.call("GET", list)).body.data;
  const found = items.find(({ source }: { source: string }) => source === "online");
  return found as { id: string; client_id: string };
};
const cardsOf = async (client: string) =>
  (await open.owner("GET", `/clients/${client}/saved-cards`)).body.data.items;

/** Books an appointment with a card. Returns the appointment, its client and the setup at Stripe. */
async function bookedWithCard() {
  const ada = await open.visitor(startsAt);
  const { started, intent: setup } = await ada.beginCard(CONSENT);
  open.stripe.entersCard(setup.id);
  const booked = await ada.book(CONSENT);
  expect(booked.status, booked.text).toBe(201);
  const appointment = await appointmentAt(startsAt);
  return { ada, started, setup, appointment, client: appointment.client_id };
}

/** Books an appointment with a card and marks the appointment as a no-show. */
async function missed() {
  const booked = await bookedWithCard();
  const { id } = booked.appointment;
  await open.call("POST", `/appointments/${id}/transitions`, { to: "no_show" });
  const charge = (headers?: Record<string, string>) =>
    open.owner(
      "POST",
      `/clients/${booked.client}/fees`,
      { appointment_id: id, kind: "no_show", method: "saved_card" },
      headers,
    );
  return { ...booked, charge };
}

describe("a card for the fees of the policy", () => {
  test("is entered before the hold is booked, and saved without its number", async () => {
    const ada = await open.visitor(startsAt);
    expect(ada.held).toMatchObject({
      deposit: null,
      card: { late_cancel_fee: money(1_000), no_show_fee: money(2_000) },
    });
    expect(await ada.book(CONSENT)).toMatchObject({
      status: 402,
      body: { code: "deposit_required", details: { amount: money(0) } },
    });
    expect(await ada.pay()).toMatchObject({
      status: 422,
      body: { details: { fields: [{ path: "/card_consent" }] } },
    });
    const { started, intent: setup } = await ada.beginCard(CONSENT);
    expect(started).toMatchObject({ status: "open", amount: money(0), saves_card: true });
    expect((await ada.book(CONSENT)).status).toBe(402);
    open.stripe.entersCard(setup.id);
    expect((await ada.pay(CONSENT)).body.data.status).toBe("authorised");
    expect((await ada.book(CONSENT)).status).toBe(201);
    const { id, client_id } = await appointmentAt(startsAt);
    const [card, ...others] = await cardsOf(client_id);
    expect(others).toEqual([]);
    expect(card).toMatchObject({
      appointment_id: id,
      status: "active",
      brand: "visa",
      last4: "4242",
      exp_month: 4,
      exp_year: 2031,
      late_cancel_fee: money(1_000),
      no_show_fee: money(2_000),
    });
    const exported = (await open.owner("GET", `/clients/${client_id}/export`)).body.data.saved_cards;
    expect(exported).toMatchObject([{ id: card.id, consent_text: CONSENT.card_consent, removed_at: null }]);
  });

  test("is not asked for under a policy that does not require it", async () => {
    await policy({ deposit: { kind: "none" }, card_required: false });
    try {
      const ada = await open.visitor(startsAt);
      expect(ada.held).toMatchObject({ deposit: null, card: null });
      const payment = await ada.pay(CONSENT);
      expect(payment).toMatchObject({
        status: 422,
        body: { details: { fields: [{ path: "/hold_token" }] } },
      });
      expect((await ada.book()).status).toBe(201);
      expect(await cardsOf((await appointmentAt(startsAt)).client_id)).toEqual([]);
    } finally {
      await policy({ deposit: { kind: "none" } });
    }
  });

  test("is saved once by Stripe's events after the visitor has closed the page", async () => {
    const ada = await open.visitor(startsAt);
    const { intent: setup } = await ada.beginCard(CONSENT);
    open.stripe.entersCard(setup.id);
    const entered = () => open.webhook("setup_intent.succeeded", setup);
    const answers = await Promise.all([entered(), entered(), entered()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await entered()).statusCode).toBe(200);
    const { client_id } = await appointmentAt(startsAt);
    expect(await cardsOf(client_id)).toMatchObject([{ status: "active" }]);
  });

  test("is entered on a page of Stripe, and saved by the job after a failure", async () => {
    const ada = await open.visitor(startsAt);
    const started = await ada.pay({ ...CONSENT, return_path: `/b/${open.slug}/paid` });
    expect(started.body.data).toMatchObject({ client_secret: null, page_url: expect.any(String) });
    const [page] = [...open.stripe.checkouts.values()].slice(-1);
    expect(page).toMatchObject({ mode: "setup", status: "open" });
    open.stripe.entersCardOnPage(page?.id ?? "");
    open.stripe.failNext(/POST .*customers/, "before");
    open.stripe.failNext(/POST .*customers/, "before");
    expect((await ada.book(CONSENT)).status).toBe(201);
    const { client_id } = await appointmentAt(startsAt);
    expect(await cardsOf(client_id)).toMatchObject([{ status: "pending", last4: null }]);
    open.later(2);
    expect(await open.jobs()).toEqual([]);
    expect(await cardsOf(client_id)).toMatchObject([{ status: "active", last4: "4242" }]);
  });

  test("comes with a deposit only if the visitor accepts its text", async () => {
    await policy({ deposit: { kind: "percent", percent: 40 }, card_required: false });
    try {
      const ada = await open.visitor(startsAt);
      expect(ada.held.card).toEqual({ late_cancel_fee: money(1_000), no_show_fee: money(2_000) });
      const { intent } = await ada.begin(CONSENT);
      expect(intent.setup_future_usage).toBe("off_session");
      open.stripe.pays(intent.id);
      expect((await ada.book(CONSENT)).status).toBe(201);
      expect(await cardsOf((await appointmentAt(startsAt)).client_id)).toMatchObject([{ status: "active" }]);

      const later = new Date(Date.parse(startsAt) + 3 * 3_600_000).toISOString();
      const ben = await open.visitor(later);
      const { intent: plain } = await ben.begin();
      expect(plain.setup_future_usage).toBeNull();
      open.stripe.pays(plain.id);
      expect((await ben.book()).status).toBe(201);
      expect(await cardsOf((await appointmentAt(later)).client_id)).toEqual([]);
    } finally {
      await policy({ deposit: { kind: "none" } });
    }
  });

  test("of a hold that ends unbooked leaves nothing to charge", async () => {
    const ada = await open.visitor(startsAt);
    const { intent: setup } = await ada.beginCard(CONSENT);
    open.later(25);
    expect(await open.jobs()).toEqual([]);
    expect(setup.status).toBe("canceled");
    expect((await open.webhook("setup_intent.succeeded", setup)).statusCode).toBe(200);
    expect(await appointmentAt(startsAt)).toBeUndefined();
  });
});

describe("a fee charged to the saved card", () => {
  test("is taken off-session, completes the fee, and is taken once for a repeated request", async () => {
    const { charge } = await missed();
    const charged = await charge({ "idempotency-key": "fee-1" });
    expect(charged.status, charged.text).toBe(201);
    expect(charged.body.data).toMatchObject({
      status: "completed",
      total: money(2_000),
      charge: { outcome: "succeeded", card: { brand: "visa", last4: "4242" }, payment_url: null },
    });
    const again = await charge({ "idempotency-key": "fee-1" });
    expect(again.body).toEqual(charged.body);
    expect((await charge()).status).toBe(422);
    const { payment_id } = charged.body.data.charge;
    const intents = [...open.stripe.intents.values()].filter((one) => one.metadata.payment_id === payment_id);
    expect(intents).toMatchObject([{ amount: 2_000, status: "succeeded" }]);
    // The webhook arrives late and twice.
    for (const _ of [1, 2])
      expect((await open.webhook("payment_intent.succeeded", intents[0] ?? {})).statusCode).toBe(200);
    const payment = (await open.owner("GET", `/payments/${payment_id}`)).body.data;
    expect(payment).toMatchObject({ kind: "fee", status: "succeeded", card: { last4: "4242" } });
  });

  test("is charged once when two managers charge it at the same moment", async () => {
    const { charge } = await missed();
    const before = open.stripe.intents.size;
    const answers = await Promise.all([charge(), charge(), charge()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(open.stripe.intents.size).toBe(before + 1);
  });

  test("stays open when the bank declines it, and can be charged again", async () => {
    const { charge } = await missed();
    open.stripe.cardsAnswer("card_declined");
    const declined = await charge();
    expect(declined.body.data).toMatchObject({ status: "open", charge: { outcome: "declined" } });
    open.stripe.cardsAnswer("approved");
    const charged = await charge();
    expect(charged.body.data).toMatchObject({
      id: declined.body.data.id,
      status: "completed",
      charge: { outcome: "succeeded" },
    });
  });

  test("opens a page for the client when the bank asks for authentication", async () => {
    const { charge } = await missed();
    open.stripe.cardsAnswer("authentication_required");
    const asked = await charge();
    expect(asked.body.data).toMatchObject({
      status: "open",
      charge: { outcome: "authentication_required", payment_url: expect.stringContaining("checkout") },
    });
    const [page] = [...open.stripe.checkouts.values()].slice(-1);
    expect(page).toMatchObject({ amount: 2_000, capture_method: "automatic" });
    // The client can no longer complete the declined charge, and the server rejects a second charge while the payment page is open.
    expect([...open.stripe.intents.values()].at(-1)?.status).toBe("canceled");
    expect((await charge()).status).toBe(422);
    const paid = open.stripe.paysOnPage(page?.id ?? "");
    for (const _ of [1, 2])
      expect((await open.webhook("payment_intent.succeeded", paid)).statusCode).toBe(200);
    const sale = (await open.owner("GET", `/sales/${asked.body.data.id}`)).body.data;
    expect(sale.status).toBe("completed");
  });

  test("stays open without a payment page, and logs the error, when Stripe cannot open the page", async () => {
    const { charge } = await missed();
    open.stripe.cardsAnswer("authentication_required");
    for (const _ of [1, 2]) open.stripe.failNext(/POST .*checkout\/sessions/, "before");
    const asked = await charge();
    expect(asked.body.data).toMatchObject({
      status: "open",
      charge: { outcome: "authentication_required", payment_url: null },
    });
    expect(open.logged.splice(0)).toEqual([
      expect.stringMatching(/^the page of payment \S+ could not be opened at the payment provider: .*Stripe/),
    ]);
    open.stripe.cardsAnswer("approved");
    expect((await charge()).body.data).toMatchObject({ status: "completed" });
  });

  test("is settled by the job when Stripe's answer is lost, without a second charge", async () => {
    const { charge } = await missed();
    open.stripe.failNext(/POST .*payment_intents/, "after");
    open.stripe.failNext(/POST .*payment_intents/, "after");
    const before = open.stripe.intents.size;
    const unknown = await charge();
    expect(unknown.body.data).toMatchObject({ status: "open", charge: { outcome: "pending" } });
    const { payment_id } = unknown.body.data.charge;
    expect(open.logged.splice(0)).toEqual([
      expect.stringContaining(`payment ${payment_id} could not be charged to its saved card`),
    ]);
    // A user cannot cancel a charge whose outcome is unknown.
    expect((await open.owner("POST", `/payments/${payment_id}/cancel`)).body.data.status).toBe("pending");
    open.later(11);
    expect(await open.jobs()).toEqual([]);
    expect((await open.owner("GET", `/payments/${payment_id}`)).body.data.status).toBe("succeeded");
    expect(open.stripe.intents.size).toBe(before + 1);
  });

  test("needs a card of this booking and a client who did not come", async () => {
    const { appointment, client } = await bookedWithCard();
    const other = await open.book(
      new Date(Date.parse(startsAt) + 3 * 3_600_000).toISOString(),
      open.salon.cut,
      open.salon.anna,
    );
    const { id, client_id } = other.body.data;
    await open.call("POST", `/appointments/${id}/transitions`, { to: "no_show" });
    const fee = { appointment_id: id, kind: "no_show", method: "saved_card" };
    const refused = await open.owner("POST", `/clients/${client_id}/fees`, fee);
    expect(refused).toMatchObject({ status: 422, body: { details: { fields: [{ path: "/method" }] } } });
    // The fee does not apply, because the appointment is still booked.
    const early = { ...fee, appointment_id: appointment.id };
    expect((await open.owner("POST", `/clients/${client}/fees`, early)).status).toBe(422);
  });
});

describe("a saved card", () => {
  test("is removed here and at Stripe, and can no longer be charged", async () => {
    const { client, charge } = await missed();
    const [card] = await cardsOf(client);
    const before = open.stripe.customers.size;
    expect((await open.owner("DELETE", `/clients/${client}/saved-cards/${card.id}`)).status).toBe(200);
    expect(open.stripe.customers.size).toBe(before - 1);
    expect(await cardsOf(client)).toEqual([]);
    expect((await charge()).status).toBe(422);
    const log = (await open.owner("GET", `/audit-log?entity_id=${card.id}`)).body.data.items;
    expect(log).toMatchObject([
      {
        actor: { kind: "user" },
        entity: "saved_card",
        action: "changed",
        before: { brand: "visa", last4: "4242", removed_at: null },
        after: { brand: null, last4: null, removed_at: expect.any(String) },
      },
    ]);
    expect((await open.owner("DELETE", `/clients/${client}/saved-cards/${card.id}`)).status).toBe(404);
    expect((await open.owner("DELETE", `/clients/${client}/saved-cards/${unknownId}`)).status).toBe(404);
  });

  test("is removed at Stripe by the job when its client is deleted", async () => {
    const { client } = await bookedWithCard();
    const before = open.stripe.customers.size;
    expect((await open.owner("DELETE", `/clients/${client}`)).status).toBe(200);
    open.stripe.failNext(/DELETE .*customers/, "before");
    open.stripe.failNext(/DELETE .*customers/, "before");
    open.later(2);
    expect(await open.jobs()).toHaveLength(1);
    open.later(2);
    expect(await open.jobs()).toEqual([]);
    expect(open.stripe.customers.size).toBe(before - 1);
  });
});
