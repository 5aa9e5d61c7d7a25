import { beforeEach, describe, expect, test } from "vitest";
import { money } from "../../../../test/fixtures/checkoutApp.ts";
import { depositApp } from "../../../../test/fixtures/depositApp.ts";
import type { Intent } from "../../../../test/fixtures/stripeDouble.ts";

let weeks = 0;
/** The start that a test books: a different Monday for each test, at 09:00. */
let startsAt: string;

const open = await depositApp();
beforeEach(() => {
  startsAt = new Date(Date.UTC(2027, 2, 8, 8) + weeks++ * 7 * 86_400_000).toISOString();
});

const authorised = (intent: Intent) => open.webhook("payment_intent.amount_capturable_updated", intent);
const newest = async () => (await open.deposits())[0];

describe("a deposit on the booking page", () => {
  test("is authorised, then the hold is booked, then it is captured", async () => {
    const ada = await open.visitor(startsAt);
    expect(ada.held).toMatchObject({ total: money(4_500), deposit: money(1_800) });
    const refused = await ada.book();
    expect(refused).toMatchObject({
      status: 402,
      body: { code: "deposit_required", details: { amount: money(1_800) } },
    });
    const { started, intent } = await ada.begin();
    expect(started).toMatchObject({
      status: "open",
      amount: money(1_800),
      page_url: null,
      stripe_account_id: open.accountId,
      stripe_publishable_key: "pk_test_1",
    });
    expect(intent).toMatchObject({ amount: 1_800, capture_method: "manual", account: open.accountId });
    // A repeated request returns the same payment, and the hold cannot be booked before it is paid.
    expect((await ada.begin()).intent.id).toBe(intent.id);
    expect((await ada.book()).status).toBe(402);
    open.stripe.pays(intent.id);
    expect((await ada.pay()).body.data).toMatchObject({ status: "authorised", client_secret: null });
    const booked = await ada.book();
    expect(booked.status, booked.text).toBe(201);
    expect(booked.body.data.deposit).toEqual({ amount: money(1_800), returned: money(1_800) });
    expect(intent.status).toBe("succeeded");
    expect(await newest()).toMatchObject({ status: "held", amount: money(1_800), method: "card" });
    expect((await ada.book()).body.data.reference).toBe(booked.body.data.reference);
    expect(await ada.pay()).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  test("finishes the booking by Stripe's event after the visitor has closed the page, once", async () => {
    const ada = await open.visitor(startsAt);
    const { intent } = await ada.begin();
    open.stripe.pays(intent.id);
    const answers = await Promise.all([authorised(intent), authorised(intent), ada.book()]);
    expect(answers.map((answer) => ("statusCode" in answer ? answer.statusCode : answer.status))).toEqual([
      200, 200, 201,
    ]);
    expect(intent.status).toBe("succeeded");
    expect(await newest()).toMatchObject({ id: intent.metadata.payment_id, status: "held" });
  });

  test("is released when staff book over the hold, with other times for the visitor", async () => {
    const ada = await open.visitor(startsAt);
    const { intent } = await ada.begin();
    open.stripe.pays(intent.id);
    expect((await open.book(startsAt, open.salon.cut, open.salon.anna)).status).toBe(201);
    const refused = await ada.book();
    expect(refused).toMatchObject({ status: 409, body: { code: "time_conflict" } });
    expect(refused.body.details.alternatives).toHaveLength(3);
    expect(intent.status).toBe("canceled");
  });

  test("is paid on a page of Stripe, which is expired with the hold", async () => {
    const ada = await open.visitor(startsAt);
    const { intent } = await ada.begin();
    const started = await ada.pay({ return_path: `/b/${open.slug}/paid?s=1` });
    expect(started.body.data).toMatchObject({ client_secret: null, page_url: expect.any(String) });
    // The first payment is cancelled, so the visitor cannot pay twice.
    expect(intent.status).toBe("canceled");
    const [page] = [...open.stripe.checkouts.values()].slice(-1);
    if (page === undefined) throw new Error("The double has no page.");
    expect(page).toMatchObject({
      amount: 1_800,
      success_url: expect.stringContaining(`/b/${open.slug}/paid?s=1`),
    });
    const paid = open.stripe.paysOnPage(page.id);
    expect((await ada.book()).status).toBe(201);
    expect(paid.status).toBe("succeeded");

    const ben = await open.visitor(new Date(Date.parse(startsAt) + 3 * 3_600_000).toISOString());
    await ben.pay({ return_path: `/b/${open.slug}/paid` });
    const [unpaid] = [...open.stripe.checkouts.values()].slice(-1);
    open.later(21);
    expect(await open.jobs()).toEqual([]);
    expect(unpaid?.status).toBe("expired");
  });

  test("is not asked without an account that takes charges", async () => {
    await open.takesCharges(false);
    const ada = await open.visitor(startsAt);
    expect(ada.held.deposit).toBeNull();
    expect((await ada.pay()).status).toBe(422);
    expect((await ada.book()).status).toBe(201);
    await open.takesCharges(true);
  });
});

describe("after a cancellation by the client", () => {
  const bookedFor = async (at: string) => {
    const ada = await open.visitor(at);
    const { intent } = await ada.begin();
    open.stripe.pays(intent.id);
    const { manage_url } = (await ada.book()).body.data;
    return { intent, link: `appointments/${String(manage_url).split("/").at(-1)}` };
  };
  const refunded = (intent: Intent) =>
    [...open.stripe.refunds.values()]
      .filter((one) => one.payment_intent === intent.id)
      .reduce((sum, { amount }) => sum + amount, 0);

  test("in time, the deposit is refunded after the minute in which the cancellation can be undone", async () => {
    const { intent, link } = await bookedFor(startsAt);
    expect((await open.visit("GET", link)).body.data.deposit).toEqual({
      amount: money(1_800),
      returned: money(1_800),
    });
    expect((await open.visit("POST", `${link}/cancel`, {})).status).toBe(200);
    await open.jobs();
    expect(await newest()).toMatchObject({ status: "settling", settles_at: expect.any(String) });
    open.later(1);
    expect(await open.jobs()).toEqual([]);
    expect(await newest()).toMatchObject({ status: "settled", kept: money(0), refunded: money(1_800) });
    expect(refunded(intent)).toBe(1_800);
  });

  test("late, the fee is kept and the rest is refunded; a rejected refund waits for a decision", async () => {
    // The test sets the clock to the day before the appointments. It uses 3 March instead of the later `startsAt`, because the
    // owner's session, with which it reads the deposits, expires after 30 days.
    const { intent, link } = await bookedFor("2027-03-03T09:00:00Z");
    const refusing = await bookedFor("2027-03-03T12:00:00Z");
    open.clock.set(Date.UTC(2027, 2, 2, 13));
    expect((await open.visit("GET", link)).body.data).toMatchObject({
      cancellation_fee: money(1_000),
      deposit: { amount: money(1_800), returned: money(800) },
    });
    await open.visit("POST", `${link}/cancel`, {});
    open.later(1);
    expect(await open.jobs()).toEqual([]);
    const [, settled] = await open.deposits();
    expect(settled).toMatchObject({ status: "settled", kept: money(1_000), refunded: money(800) });
    expect(refunded(intent)).toBe(800);

    open.stripe.refundsAre("failed");
    await open.visit("POST", `${refusing.link}/cancel`, {});
    open.later(1);
    expect(await open.jobs()).toEqual([]);
    expect(await newest()).toMatchObject({ status: "to_settle", kept: money(1_000), balance: money(800) });
    open.stripe.refundsAre("succeeded");
  });
});
