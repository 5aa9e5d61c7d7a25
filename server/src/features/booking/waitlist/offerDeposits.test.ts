import { beforeEach, describe, expect, test } from "vitest";
import { money } from "../../../../test/fixtures/checkoutApp.ts";
import { depositApp } from "../../../../test/fixtures/depositApp.ts";
import type { Intent } from "../../../../test/fixtures/stripeDouble.ts";
import { TEST_SECRET } from "../../../../test/fixtures/testApp.ts";
import { setPolicy } from "../../business/policies/index.ts";
import { waitlistUrl } from "../manage-links/index.ts";
import { waitlistJobs } from "./jobs.ts";

let policyVersion: number;
let clients = 0;
let weeks = 0;
/** The start time that a test offers: a different Tuesday for each test, at 10:00. */
let startsAt: string;
let day: string;

const open = await depositApp();
await open.owner("PUT", "/booking-page", { waitlist_mode: "manual" });
policyVersion = (await open.visit("GET", "")).body.data.policy.version;
beforeEach(() => {
  startsAt = new Date(Date.UTC(2027, 2, 9, 9) + weeks++ * 7 * 86_400_000).toISOString();
  day = startsAt.slice(0, 10);
});

const authorised = (intent: Intent) => open.webhook("payment_intent.amount_capturable_updated", intent);
const newest = async () => (await open.deposits())[0];
/** Changes the policy of the salon. The following requests send its version. */
async function changePolicy(more: object): Promise<void> {
  const terms = {
    cancellation_window_minutes: 1440,
    late_cancel_fee: { kind: "amount" as const, amount: money(1_000) },
    ...more,
  };
  const when = { now: open.clock.now(), ifMatch: null };
  const changed = await open.database.transaction((tx) => setPolicy(tx, open.salon.businessId, terms, when));
  policyVersion = changed.version;
}
const runWaitlist = async () => {
  const settings = { secret: TEST_SECRET, provider: open.provider };
  for (const job of waitlistJobs(open, settings)) await job.run(new AbortController().signal);
};

/** Adds a client to the waitlist. Returns functions that send the client's requests, by default without the id of an offer. */
async function waiting(more: object = {}) {
  const client_id = await open.addClient({ email: `offered${++clients}@example.com` });
  const body = {
    client_id,
    location_id: open.salon.locationId,
    items: [{ service_id: open.salon.cut, staff_id: open.salon.anna }],
    windows: [{ from: day, to: day }],
    ...more,
  };
  const created = await open.owner("POST", "/waitlist", body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const id = String(created.body.data.id);
  const token = waitlistUrl("", TEST_SECRET, { businessId: open.salon.businessId, id }).slice("/w/".length);
  const send = async (action: string, payload?: object) => {
    const url = `/api/v1/public/waitlist/${token}${action}`;
    const answer = await open.app.inject(
      payload === undefined ? { method: "GET", url } : { method: "POST", url, payload },
    );
    return { status: answer.statusCode, body: answer.json() };
  };
  const requests = (offer: object = {}) => {
    const answer = () => ({ ...offer, policy_version: policyVersion, language: "en" });
    const pay = (extra: object = {}) => send("/payment", { ...answer(), ...extra });
    return {
      pay,
      read: async () => (await send("")).body.data,
      accept: (extra: object = {}) => send("/accept", { ...answer(), ...extra }),
      decline: () => send("/decline", offer),
      begin: async () => {
        const started = await pay();
        expect(started.status, JSON.stringify(started.body)).toBe(200);
        const secret = started.body.data.client_secret;
        const intent = [...open.stripe.intents.values()].find((one) => one.client_secret === secret);
        if (intent === undefined) throw new Error("The double has no such intent.");
        return { started: started.body.data, intent };
      },
    };
  };
  const entry = async () => (await open.owner("GET", `/waitlist/${id}`)).body.data;
  return { id, client_id, entry, requests };
}

/** Calls `waiting`, then sends the request of a staff member that offers the start time of the test to the client. */
async function offered(more: object = {}) {
  const { id, client_id, entry, requests } = await waiting(more);
  const items = [{ service_id: open.salon.cut, staff_id: open.salon.anna }];
  const made = await open.owner("POST", `/waitlist/${id}/offers`, { starts_at: startsAt, items });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const offerId = String(made.body.data.id);
  return { offerId, client_id, entry, ...requests({ offer_id: offerId }) };
}

const DAY_MS = 86_400_000;

/**
 * Sets the clock to noon, cancels an appointment at `startsAt`, adds a client with `auto_book` who waits for this time, and runs the jobs
 * after the matching delay.
 */
async function freedFor(more: object = {}) {
  const now = open.clock.now();
  const noon = Math.floor(now / DAY_MS) * DAY_MS + 11 * 3_600_000;
  open.clock.set(now <= noon ? noon : noon + DAY_MS);
  await open.owner("PUT", "/booking-page", { waitlist_mode: "automatic" });
  const taken = await open.book(startsAt, open.salon.cut, open.salon.anna);
  const local = (at: string) =>
    new Date(at).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
  const windows = [{ from: day, to: day, starts: local(startsAt), ends: local(taken.body.data.ends_at) }];
  const ada = await waiting({ windows, auto_book: true, ...more });
  await open.owner("POST", `/appointments/${taken.body.data.id}/transitions`, { to: "cancelled" });
  await runWaitlist();
  open.later(2);
  await runWaitlist();
  await open.owner("PUT", "/booking-page", { waitlist_mode: "manual" });
  return { ...ada, ...ada.requests() };
}

const expiryOf = async ({ entry }: Awaited<ReturnType<typeof offered>>) =>
  Date.parse((await entry()).offer.expires_at);

describe("an offer with a deposit", () => {
  test("names it, is accepted after the authorisation, and is then captured", async () => {
    const ada = await offered();
    expect((await ada.read()).offer).toMatchObject({
      total: money(4_500),
      deposit: money(1_800),
    });
    const refused = await ada.accept();
    expect(refused).toMatchObject({
      status: 402,
      body: { code: "deposit_required", details: { amount: money(1_800) } },
    });
    expect((await ada.entry()).status).toBe("offered");
    const { started, intent } = await ada.begin();
    expect(started).toMatchObject({ status: "open", amount: money(1_800), page_url: null });
    expect(intent).toMatchObject({ amount: 1_800, capture_method: "manual", account: open.accountId });
    // A second acceptance while the client pays changes nothing, and a repeated request returns the same payment.
    expect((await ada.accept()).status).toBe(402);
    expect((await ada.begin()).intent.id).toBe(intent.id);
    open.stripe.pays(intent.id);
    expect((await ada.pay()).body.data).toMatchObject({ status: "authorised", client_secret: null });
    const accepted = await ada.accept();
    expect(accepted, JSON.stringify(accepted.body)).toMatchObject({
      status: 200,
      body: { data: { status: "booked", offer: { status: "accepted", deposit: null } } },
    });
    expect(intent.status).toBe("succeeded");
    const { appointment_id } = await ada.entry();
    expect(await newest()).toMatchObject({
      id: ada.offerId,
      appointment_id,
      status: "held",
      amount: money(1_800),
    });
    expect((await ada.accept()).body.data.manage_url).toBe(accepted.body.data.manage_url);
    expect((await ada.pay()).status).toBe(422);
  });

  test("is accepted once by doubled events and a request, after the client has closed the page", async () => {
    const ada = await offered();
    const { intent } = await ada.begin();
    open.stripe.pays(intent.id);
    const [one, two, accepted] = await Promise.all([authorised(intent), authorised(intent), ada.accept()]);
    expect([one.statusCode, two.statusCode, accepted.status]).toEqual([200, 200, 200]);
    expect((await authorised(intent)).statusCode).toBe(200);
    expect(intent.status).toBe("succeeded");
    const { status, appointment_id } = await ada.entry();
    expect(status).toBe("booked");
    const all = (await open.deposits()).filter((each: { id: string }) => each.id === ada.offerId);
    expect(all).toMatchObject([{ appointment_id, status: "held" }]);
  });

  test("is extended to 10 minutes from the first request, and expires while the client pays", async () => {
    const ada = await offered();
    const until = await expiryOf(ada);
    open.clock.set(until - 5 * 60_000);
    const { intent, started } = await ada.begin();
    expect(await expiryOf(ada)).toBe(until + 5 * 60_000);
    expect(Date.parse(started.expires_at)).toBe(until + 5 * 60_000);
    open.later(6);
    // A later request does not extend the offer again.
    await ada.begin();
    expect(await expiryOf(ada)).toBe(until + 5 * 60_000);
    await runWaitlist();
    expect((await ada.entry()).status).toBe("offered");
    open.later(4);
    await runWaitlist();
    expect(await ada.entry()).toMatchObject({ status: "waiting", offer: { status: "expired" } });
    expect(await open.jobs()).toEqual([]);
    expect(intent.status).toBe("canceled");
    expect((await ada.pay()).body.code).toBe("invalid_transition");
  });

  test("is accepted before it expires when the client has closed the page and the webhook is lost", async () => {
    const ada = await offered();
    const { intent } = await ada.begin();
    open.stripe.pays(intent.id);
    open.clock.set((await expiryOf(ada)) - 50_000);
    // The job's first request to Stripe and its automatic retry fail.
    for (const _ of [1, 2]) open.stripe.failNext(/GET .*payment_intents/, "before");
    expect(await open.jobs()).toHaveLength(1);
    expect((await ada.entry()).status).toBe("offered");
    open.clock.set(open.clock.now() + 15_000);
    expect(await open.jobs()).toEqual([]);
    expect((await ada.entry()).status).toBe("booked");
    expect(intent.status).toBe("succeeded");
    // The delayed webhook and the expiry of the hold change nothing.
    expect((await authorised(intent)).statusCode).toBe(200);
    open.later(5);
    expect(await open.jobs()).toEqual([]);
    expect(intent.status).toBe("succeeded");
  });

  test("is kept for a client who has not paid in its last minute", async () => {
    const ada = await offered();
    const { intent } = await ada.begin();
    open.clock.set((await expiryOf(ada)) - 30_000);
    expect(await open.jobs()).toEqual([]);
    expect(intent.status).toBe("requires_payment_method");
    open.stripe.pays(intent.id);
    expect((await ada.accept()).body.data.status).toBe("booked");
  });

  test("that has ended is refunded, whether the event comes before or after the job", async () => {
    const late = await offered();
    const { intent } = await late.begin();
    open.clock.set(await expiryOf(late));
    open.stripe.pays(intent.id);
    expect((await authorised(intent)).statusCode).toBe(200);
    expect(intent.status).toBe("canceled");
    await runWaitlist();
    expect(await late.entry()).toMatchObject({ status: "waiting", appointment_id: null });

    const declined = await offered();
    const second = await declined.begin();
    open.stripe.pays(second.intent.id);
    expect((await declined.decline()).status).toBe(200);
    expect((await authorised(second.intent)).statusCode).toBe(200);
    expect(second.intent.status).toBe("canceled");
    expect((await open.deposits()).map(({ id }: { id: string }) => id)).not.toContain(declined.offerId);
  });

  test("is released when staff book over it, with other times for the client", async () => {
    const ada = await offered();
    const { intent } = await ada.begin();
    open.stripe.pays(intent.id);
    expect((await open.book(startsAt, open.salon.cut, open.salon.anna)).status).toBe(201);
    const refused = await ada.accept();
    expect(refused).toMatchObject({ status: 409, body: { code: "time_conflict" } });
    expect(refused.body.details.alternatives).toHaveLength(3);
    expect(intent.status).toBe("canceled");
    expect(await ada.entry()).toMatchObject({ status: "waiting", offer: { status: "withdrawn" } });
  });

  test("can be paid again after a new policy has refused the acceptance", async () => {
    const ada = await offered();
    const { intent } = await ada.begin();
    open.stripe.pays(intent.id);
    await changePolicy({ deposit: { kind: "percent" as const, percent: 50 } });
    await authorised(intent);
    expect(intent.status).toBe("canceled");
    expect((await ada.accept({ policy_version: policyVersion - 1 })).body.code).toBe("policy_changed");
    const again = await ada.pay();
    expect(again.body.data).toMatchObject({ status: "open", amount: money(2_250) });
    const second = [...open.stripe.intents.values()].at(-1);
    open.stripe.pays(second?.id ?? "");
    const accepted = await ada.accept();
    expect(accepted.body.data.status).toBe("booked");
    expect(second?.status).toBe("succeeded");
  });

  test("to all clients belongs to the first client who starts to pay", async () => {
    const mode = `/locations/${open.salon.locationId}/waitlist-settings`;
    await open.owner("PUT", mode, { mode: "offer_to_all" });
    await open.owner("PUT", "/booking-page", { waitlist_mode: "automatic" });
    const taken = await open.book(startsAt, open.salon.cut, open.salon.anna);
    const local = (at: number) =>
      new Date(at).toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
    const [from, ends] = [Date.parse(startsAt), Date.parse(taken.body.data.ends_at)];
    const windows = [{ from: day, to: day, starts: local(from), ends: local(ends) }];
    const both = [await waiting({ windows }), await waiting({ windows })] as const;
    await open.owner("POST", `/appointments/${taken.body.data.id}/transitions`, { to: "cancelled" });
    await runWaitlist();
    open.later(2);
    await runWaitlist();
    for (const each of both) expect((await each.entry()).status).toBe("offered");
    const [ada, ben] = [both[0].requests(), both[1].requests()];
    const { intent } = await ada.begin();
    expect((await ben.pay()).body.code).toBe("time_conflict");
    expect((await both[1].entry()).status).toBe("waiting");
    open.stripe.pays(intent.id);
    expect((await authorised(intent)).statusCode).toBe(200);
    expect((await both[0].entry()).status).toBe("booked");
    expect(intent.status).toBe("succeeded");
    await open.owner("PUT", mode, { mode: "first_in_line" });
    await open.owner("PUT", "/booking-page", { waitlist_mode: "manual" });
  });

  test("that reschedules an appointment requires none", async () => {
    const later = new Date(Date.parse(startsAt) + 3 * 3_600_000).toISOString();
    const client_id = await open.addClient({ email: `moves${++clients}@example.com` });
    const booked = await open.book(later, open.salon.cut, open.salon.anna, { client_id });
    expect(booked.status, JSON.stringify(booked.body)).toBe(201);
    const ada = await offered({ client_id, replaces_appointment_id: booked.body.data.id });
    expect((await ada.read()).offer.deposit).toBeNull();
    expect((await ada.pay()).status).toBe(422);
    expect((await ada.accept()).body.data.status).toBe("booked");
  });

  test("and without a deposit, but with a card for the fees, is accepted once the card is entered", async () => {
    await changePolicy({ card_required: true });
    const ada = await offered();
    expect((await ada.read()).offer).toMatchObject({
      deposit: null,
      card: { late_cancel_fee: money(1_000), no_show_fee: null },
    });
    expect((await ada.accept()).body).toMatchObject({
      code: "deposit_required",
      details: { amount: money(0) },
    });
    const consent = { card_consent: "I agree to the fees." };
    expect((await ada.pay()).status).toBe(422);
    const { client_secret } = (await ada.pay(consent)).body.data;
    const setup = [...open.stripe.setups.values()].find((one) => one.client_secret === client_secret);
    open.stripe.entersCard(setup?.id ?? "");
    expect((await ada.accept(consent)).body.data.status).toBe("booked");
    const { appointment_id } = await ada.entry();
    const cards = await open.owner("GET", `/clients/${ada.client_id}/saved-cards`);
    expect(cards.body.data.items).toMatchObject([{ id: ada.offerId, appointment_id, status: "active" }]);
  });
});

describe("auto_book", () => {
  let wednesdays = 1;
  beforeEach(() => {
    // Uses Wednesdays, because all Tuesdays within the 90 days in which clients can book are used by earlier tests.
    startsAt = new Date(Date.UTC(2027, 2, 10, 9) + wednesdays++ * 7 * DAY_MS).toISOString();
    day = startsAt.slice(0, 10);
  });

  test("becomes an offer when a deposit is due, and books once it is paid", async () => {
    await changePolicy({ deposit: { kind: "percent" as const, percent: 40 } });
    const ada = await freedFor();
    expect(await ada.entry()).toMatchObject({ status: "offered", appointment_id: null });
    expect((await ada.read()).offer).toMatchObject({ starts_at: expect.any(String), deposit: money(1_800) });
    expect((await ada.accept()).status).toBe(402);
    const { intent } = await ada.begin();
    open.stripe.pays(intent.id);
    expect((await authorised(intent)).statusCode).toBe(200);
    expect(intent.status).toBe("succeeded");
    const { status, appointment_id } = await ada.entry();
    expect(status).toBe("booked");
    expect(await newest()).toMatchObject({ appointment_id, status: "held", amount: money(1_800) });
  });

  test("becomes an offer when a card is due, and books once it is entered", async () => {
    await changePolicy({ card_required: true });
    const ada = await freedFor();
    expect((await ada.entry()).status).toBe("offered");
    const consent = { card_consent: "I agree to the fees." };
    const { client_secret } = (await ada.pay(consent)).body.data;
    const setup = [...open.stripe.setups.values()].find((one) => one.client_secret === client_secret);
    open.stripe.entersCard(setup?.id ?? "");
    expect((await open.webhook("setup_intent.succeeded", setup ?? {})).statusCode).toBe(200);
    const { status, appointment_id } = await ada.entry();
    expect(status).toBe("booked");
    const cards = await open.owner("GET", `/clients/${ada.client_id}/saved-cards`);
    expect(cards.body.data.items).toMatchObject([{ appointment_id, status: "active" }]);
  });

  test("books at once under a policy with a fee that requires no card", async () => {
    await changePolicy({});
    const ada = await freedFor();
    expect(await ada.entry()).toMatchObject({ status: "booked", offer: null });
  });

  test("books at once while the account accepts no charges, because no deposit is required", async () => {
    await changePolicy({ deposit: { kind: "percent" as const, percent: 40 } });
    await open.takesCharges(false);
    const ada = await freedFor();
    expect(await ada.entry()).toMatchObject({ status: "booked", offer: null });
    await open.takesCharges(true);
  });

  test("reschedules an appointment at once, which keeps its deposit", async () => {
    await changePolicy({ deposit: { kind: "percent" as const, percent: 40 } });
    const client_id = await open.addClient({ email: `moves-at-once${++clients}@example.com` });
    const later = new Date(Date.parse(startsAt) + 3 * 3_600_000).toISOString();
    const booked = await open.book(later, open.salon.cut, open.salon.anna, { client_id });
    const { id: appointment_id } = booked.body.data;
    const ada = await freedFor({ client_id, replaces_appointment_id: appointment_id });
    expect(await ada.entry()).toMatchObject({ status: "booked", appointment_id, offer: null });
    const moved = (await open.call("GET", `/appointments/${appointment_id}`)).body.data;
    expect(Date.parse(moved.starts_at)).toBe(Date.parse(startsAt));
  });
});
