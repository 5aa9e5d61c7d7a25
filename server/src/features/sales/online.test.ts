import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../../../src/app.ts";
import { fieldsIn, memberOf } from "../../../test/members.ts";
import { type StripeDouble, stripeDouble, WEBHOOK_SECRET } from "../../../test/stripeDouble.ts";
import { money, openTill, type Till } from "../../../test/till.ts";
import { column, statement } from "../../platform/database/index.ts";
import { type PaymentProvider, stripeProvider } from "../payments/index.ts";
import { settlePending } from "./index.ts";

/** Payments online, against a server that speaks Stripe's HTTP: the client library is the real one. */
let till: Till;
let stripe: StripeDouble;
let provider: PaymentProvider;
let app: FastifyInstance;
let accountId: string;
beforeAll(async () => {
  stripe = await stripeDouble();
  provider = stripeProvider({
    secretKey: "sk_test_1",
    webhookSecret: WEBHOOK_SECRET,
    api: { protocol: "http", host: "127.0.0.1", port: stripe.port },
  });
  const plain = await openTill();
  const { database, clock } = plain;
  app = await buildApp({ database, clock, checkAnswers: true, paymentProvider: provider });
  till = await openTill({ beside: { ...plain, app } });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const account = () => till.owner("GET", "/payments/account").then((answer) => answer.body.data);
const paymentOf = async (id: string) => (await till.call("GET", `/payments/${id}`)).body.data;
const saleOf = async (id: string) => (await till.call("GET", `/sales/${id}`)).body.data;
const chore = () => {
  const failures: unknown[] = [];
  return settlePending({ database: till.database, clock: till.clock }, provider, (_, error) =>
    failures.push(error),
  ).then(() => failures);
};
const later = (minutes: number) => till.clock.set(till.clock.now() + minutes * 60_000);

async function tell(type: string, object: object, more: { at?: number; secret?: string; id?: string } = {}) {
  const { payload, headers } = stripe.event(type, object, {
    account: accountId,
    at: till.clock.now(),
    ...more,
  });
  return app.inject({ method: "POST", url: "/api/v1/public/stripe/events", headers, payload });
}

/** Begins an online payment of a new sale of one visit. */
async function begin(amount = 4500, tip?: object) {
  const visit = await till.visit();
  const sale = (await till.sell({ appointment_id: visit, ...(tip === undefined ? {} : { tip }) })).body.data;
  const begun = await till.pay(sale.id, "card", amount, { online: true });
  expect(begun.status).toBe(201);
  const { payment, client_secret } = begun.body.data;
  const intent = [...stripe.intents.values()].find((one) => one.metadata.payment_id === payment.id);
  if (intent === undefined) throw new Error("The double has no such intent.");
  return { visit, saleId: sale.id, payment, client_secret, intent };
}

describe("the account", () => {
  test("is none, and takes nothing, until an owner connects it", async () => {
    expect(await account()).toEqual({
      status: "not_connected",
      provider: null,
      charges_enabled: false,
      payouts_enabled: false,
      requirements_due: [],
    });
    const { id } = (await till.sell({ appointment_id: await till.visit() })).body.data;
    expect(fieldsIn(await till.pay(id, "card", 4500, { online: true }))).toEqual([422, "/online"]);
    expect((await till.owner("DELETE", "/payments/account")).status).toBe(404);
    const manager = await memberOf(till, "manager");
    expect((await manager("POST", "/payments/account/connect")).status).toBe(403);
  });

  test("is one, however often and however badly connecting goes", async () => {
    stripe.failNext(/POST .*account_links/, "refused");
    expect(fieldsIn(await till.owner("POST", "/payments/account/connect"))).toEqual([422, ""]);
    for (let each = 0; each < 2; each++) stripe.failNext(/POST .*account_links/, "before");
    expect((await till.owner("POST", "/payments/account/connect")).status).toBe(503);
    const links = await Promise.all([1, 2, 3].map(() => till.owner("POST", "/payments/account/connect")));
    expect(links.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(links.map(({ body }) => body.data.url)).size).toBe(3);
    expect(links[0]?.body.data.expires_at).toBe("2027-01-15T08:00:00Z");
    expect(stripe.accounts.size).toBe(1);
    [accountId = ""] = stripe.accounts.keys();
    expect(await account()).toMatchObject({ status: "onboarding", provider: "stripe" });
  });

  test("is as the provider says, asked whenever it tells of a change, or by the chore", async () => {
    const there = stripe.accounts.get(accountId);
    if (there === undefined) throw new Error("There is no account.");
    const requirements = there.requirements;
    Object.assign(there, { details_submitted: true });
    expect((await tell("account.updated", { id: accountId })).statusCode).toBe(200);
    expect(await account()).toMatchObject({ status: "restricted", requirements_due: ["external_account"] });
    requirements.currently_due = [];
    later(3);
    expect(await chore()).toEqual([]);
    expect(await account()).toMatchObject({ status: "pending_verification", charges_enabled: false });
    requirements.disabled_reason = "rejected.fraud";
    await tell("account.updated", { id: accountId });
    expect(await account()).toMatchObject({ status: "disabled" });
    Object.assign(requirements, { disabled_reason: null });
    Object.assign(there, { charges_enabled: true, payouts_enabled: true });
    await tell("account.updated", { id: accountId });
    expect(await account()).toEqual({
      status: "active",
      provider: "stripe",
      charges_enabled: true,
      payouts_enabled: true,
      requirements_due: [],
    });
  });
});

describe("a payment", () => {
  test("waits for the client, then completes the sale and its visit, told in order", async () => {
    const { visit, saleId, payment, client_secret, intent } = await begin(5000, money(500));
    expect(payment).toMatchObject({ status: "pending", method: "card", tip: money(500), paid_at: null });
    expect(client_secret).toBe(intent.client_secret);
    expect(intent).toMatchObject({ amount: 5000, currency: "eur", account: accountId });
    // It keeps its part of what is due.
    expect(fieldsIn(await till.pay(saleId, "cash", 1))).toEqual([422, "/amount"]);
    expect((await till.owner("POST", `/sales/${saleId}/void`)).status).toBe(409);
    expect((await till.refund(payment.id, 1)).status).toBe(409);
    await till.news();

    stripe.pays(intent.id);
    expect((await tell("payment_intent.succeeded", intent)).statusCode).toBe(200);
    expect(await paymentOf(payment.id)).toMatchObject({
      status: "succeeded",
      card: { brand: "visa", last4: "4242" },
      paid_at: expect.any(String),
    });
    expect(await saleOf(saleId)).toMatchObject({ status: "completed", payment_ids: [payment.id] });
    expect((await till.call("GET", `/appointments/${visit}`)).body.data.status).toBe("completed");
    const told = await till.news();
    expect(told.map(({ type }) => type)).toEqual([
      "appointment.completed",
      "payment.succeeded",
      "sale.completed",
    ]);
    expect(told[1]?.full.data).toEqual(await paymentOf(payment.id));
  });

  test("is settled once, however often, in whatever order and beside whatever it is told", async () => {
    const { saleId, payment, intent } = await begin();
    await till.news();
    // A success that is not true yet is only a reason to ask.
    await tell("payment_intent.succeeded", intent);
    expect((await paymentOf(payment.id)).status).toBe("pending");
    stripe.pays(intent.id);
    later(3);
    const id = "evt_twice";
    const answers = await Promise.all([
      tell("payment_intent.succeeded", intent, { id }),
      tell("payment_intent.succeeded", intent, { id }),
      tell("payment_intent.succeeded", intent),
      tell("payment_intent.canceled", intent),
      chore(),
    ]);
    expect(answers.map((answer) => ("statusCode" in answer ? answer.statusCode : answer))).toEqual([
      200,
      200,
      200,
      200,
      [],
    ]);
    expect((await till.news()).map(({ type }) => type)).toEqual([
      "appointment.completed",
      "payment.succeeded",
      "sale.completed",
    ]);
    const asked = stripe.heard.length;
    await tell("payment_intent.succeeded", intent, { id });
    expect(stripe.heard.length).toBe(asked);
    expect((await saleOf(saleId)).status).toBe("completed");
  });

  test("that the provider could not be asked about is told again, or found by the chore", async () => {
    const { payment, intent } = await begin();
    stripe.pays(intent.id);
    stripe.failNext(/GET .*payment_intents/, "before");
    stripe.failNext(/GET .*payment_intents/, "before");
    expect((await tell("payment_intent.succeeded", intent)).statusCode).toBe(503);
    expect((await paymentOf(payment.id)).status).toBe("pending");
    // Too young to be asked about: a request may be at work on it.
    await chore();
    expect((await paymentOf(payment.id)).status).toBe("pending");
    later(3);
    expect(await chore()).toEqual([]);
    expect((await paymentOf(payment.id)).status).toBe("succeeded");
  });

  test("is given up by hand, and what it kept is due again", async () => {
    const { saleId, payment, intent } = await begin();
    const given = await till.owner("POST", `/payments/${payment.id}/cancel`);
    expect(given.body.data).toMatchObject({ status: "failed", paid_at: null });
    expect(intent.status).toBe("canceled");
    expect(await saleOf(saleId)).toMatchObject({ status: "open", payment_ids: [] });
    expect((await till.pay(saleId, "cash", 4500)).body.data.sale.status).toBe("completed");
    // Again, and of what is not pending: as it is.
    expect((await till.owner("POST", `/payments/${payment.id}/cancel`)).body.data.status).toBe("failed");
  });

  test("that was made meanwhile is not given up", async () => {
    const { payment, intent } = await begin();
    stripe.pays(intent.id);
    const given = await till.owner("POST", `/payments/${payment.id}/cancel`);
    expect(given.body.data.status).toBe("succeeded");
  });

  test("that nobody makes is given up after a day", async () => {
    const { saleId, payment } = await begin();
    later(23 * 60);
    await chore();
    expect((await paymentOf(payment.id)).status).toBe("pending");
    later(2 * 60);
    await chore();
    expect((await paymentOf(payment.id)).status).toBe("failed");
    expect((await till.pay(saleId, "cash", 4500)).status).toBe(201);
  });

  test("that was interrupted before it had begun is dropped, and the sale is free", async () => {
    const { payment, saleId } = await begin();
    await till.database.query(unname, [till.salon.businessId, payment.id]);
    // By hand it is left alone: whoever is beginning it may be about to give its secret away.
    expect((await till.owner("POST", `/payments/${payment.id}/cancel`)).body.data.status).toBe("pending");
    later(11);
    await chore();
    expect((await paymentOf(payment.id)).status).toBe("failed");
    expect((await till.pay(saleId, "cash", 4500)).status).toBe(201);
  });

  test("that came before its number was written down is found by our id", async () => {
    const { payment, intent } = await begin();
    await till.database.query(unname, [till.salon.businessId, payment.id]);
    stripe.pays(intent.id);
    await tell("payment_intent.succeeded", intent);
    expect((await paymentOf(payment.id)).status).toBe("succeeded");
  });

  test("that cannot begin keeps nothing of the sale", async () => {
    const { id } = (await till.sell({ appointment_id: await till.visit() })).body.data;
    const attempt = (amount: number) => till.pay(id, "card", amount, { online: true });
    // Below what the provider takes.
    expect(fieldsIn(await attempt(49))).toEqual([422, "/amount"]);
    stripe.failNext(/POST .*payment_intents/, "before");
    stripe.failNext(/POST .*payment_intents/, "before");
    expect(await attempt(4500)).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(fieldsIn(await attempt(4501))).toEqual([422, "/amount"]);
    expect(fieldsIn(await till.pay(id, "cash", 100, { online: true }))).toEqual([422, "/online"]);
    expect((await till.pay(id, "cash", 4500)).body.data.sale.status).toBe("completed");
    expect((await attempt(1)).status).toBe(409);
  });

  test("is not begun twice by one Idempotency-Key, and the secret is not given again", async () => {
    const { id } = (await till.sell({ appointment_id: await till.visit() })).body.data;
    const body = { method: "card", amount: money(4500), online: true };
    const send = () => till.owner("POST", `/sales/${id}/payments`, body, { "idempotency-key": "once" });
    const [first, again] = [await send(), await send()];
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.body.data.payment.id).toBe(first.body.data.payment.id);
    expect([first.text, again.text].map((text) => text.includes("secret"))).toEqual([true, false]);
  });

  test("that twins ask for at once by one Idempotency-Key is begun once, and both are told of it", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = (await till.sell({ appointment_id: await till.visit() })).body.data;
      const body = { method: "card", amount: money(4500), online: true };
      const headers = { "idempotency-key": `twins ${round}` };
      const send = () => till.owner("POST", `/sales/${id}/payments`, body, headers);
      const twins = await Promise.all([send(), send()]);
      expect(twins.map(({ status }) => status)).toEqual([201, 201]);
      expect(new Set(twins.map((twin) => twin.body.data.payment.id)).size).toBe(1);
      expect(twins.filter((twin) => twin.text.includes("secret"))).toHaveLength(1);
    }
  });

  test("that failed because the provider was away is begun anew by the same Idempotency-Key", async () => {
    const { id } = (await till.sell({ appointment_id: await till.visit() })).body.data;
    const body = { method: "card", amount: money(4500), online: true };
    const send = () => till.owner("POST", `/sales/${id}/payments`, body, { "idempotency-key": "away" });
    stripe.failNext(/POST .*payment_intents/, "before");
    stripe.failNext(/POST .*payment_intents/, "before");
    expect((await send()).status).toBe(503);
    const begun = await send();
    expect([begun.status, begun.headers["idempotency-replayed"]]).toEqual([201, undefined]);
    expect(begun.body.data).toMatchObject({ payment: { status: "pending" }, sale: { status: "open" } });
    expect(begun.text).toContain("secret");
    expect((await send()).body.data.payment.id).toBe(begun.body.data.payment.id);
  });

  test("for gift cards is refused: nobody would be shown their codes", async () => {
    const lines = [{ kind: "gift_card", unit_price: money(5000) }];
    const { id } = (await till.sell({ lines })).body.data;
    expect(fieldsIn(await till.pay(id, "card", 5000, { online: true }))).toEqual([422, "/online"]);
  });

  test("of a visit that was cancelled meanwhile is taken, and can be given back", async () => {
    const { visit, saleId, payment, intent } = await begin();
    await till.call("POST", `/appointments/${visit}/transitions`, { to: "cancelled" });
    stripe.pays(intent.id);
    await tell("payment_intent.succeeded", intent);
    expect((await saleOf(saleId)).status).toBe("open");
    expect((await till.refund(payment.id, 4500)).body.data.status).toBe("refunded");
    expect((await till.owner("POST", `/sales/${saleId}/void`)).body.data.status).toBe("voided");
  });
});

describe("a refund", () => {
  async function paid() {
    const begun = await begin();
    stripe.pays(begun.intent.id);
    await tell("payment_intent.succeeded", begun.intent);
    await till.news();
    return begun;
  }
  const refundsOf = (intentId: string) =>
    [...stripe.refunds.values()].filter((one) => one.payment_intent === intentId);

  test("goes through the provider, and is told when it has succeeded", async () => {
    const { payment, intent } = await paid();
    const back = await till.refund(payment.id, 1500, { reason: "Late" });
    expect(back.status).toBe(201);
    expect(back.body.data).toMatchObject({
      status: "partially_refunded",
      refunded: money(1500),
      refunds: [{ amount: money(1500), reason: "Late" }],
    });
    expect(refundsOf(intent.id).map(({ amount }) => amount)).toEqual([1500]);
    const [told, ...more] = await till.news();
    expect([told?.type, more]).toEqual(["payment.refunded", []]);
    expect(told?.full.data).toEqual(back.body.data);
    expect(told?.ids.data).toMatchObject({ id: payment.id, refund_id: back.body.data.refunds[0].id });
    expect(fieldsIn(await till.refund(payment.id, 3001))).toEqual([422, "/amount"]);
    expect((await till.refund(payment.id, 3000)).body.data.status).toBe("refunded");
  });

  test("that takes its time keeps its part, and succeeds when the provider says so", async () => {
    const { payment, intent } = await paid();
    stripe.refundsAre("pending");
    const back = await till.refund(payment.id, 4500);
    expect(back.body.data).toMatchObject({ status: "succeeded", refunded: money(0), refunds: [] });
    expect(fieldsIn(await till.refund(payment.id, 1))).toEqual([422, "/amount"]);
    expect(await till.news()).toEqual([]);
    const [there] = refundsOf(intent.id);
    if (there === undefined) throw new Error("There is no refund.");
    there.status = "succeeded";
    stripe.refundsAre("succeeded");
    for (let each = 0; each < 2; each++) await tell("refund.updated", there);
    expect((await till.news()).map(({ type }) => type)).toEqual(["payment.refunded"]);
    expect((await paymentOf(payment.id)).status).toBe("refunded");
    expect(refundsOf(intent.id)).toHaveLength(1);
  });

  test("that fails can be tried again", async () => {
    const { payment, intent } = await paid();
    stripe.refundsAre("pending");
    await till.refund(payment.id, 4500);
    stripe.refundsAre("succeeded");
    const [there] = refundsOf(intent.id);
    if (there === undefined) throw new Error("There is no refund.");
    there.status = "failed";
    await tell("refund.failed", there);
    expect(await paymentOf(payment.id)).toMatchObject({ status: "succeeded", refunds: [] });
    expect((await till.refund(payment.id, 4500)).body.data.status).toBe("refunded");
    stripe.failNext(/POST .*refunds/, "refused");
    const other = await paid();
    expect(fieldsIn(await till.refund(other.payment.id, 4500))).toEqual([422, "/amount"]);
    expect((await till.refund(other.payment.id, 4500)).body.data.status).toBe("refunded");
  });

  test("that the provider refuses is refused by one Idempotency-Key too, however often it is sent", async () => {
    const { payment } = await paid();
    stripe.failNext(/POST .*refunds/, "refused");
    const send = () =>
      till.owner(
        "POST",
        `/payments/${payment.id}/refunds`,
        { amount: money(1000) },
        { "idempotency-key": "r" },
      );
    expect(fieldsIn(await send())).toEqual([422, "/amount"]);
    expect(fieldsIn(await send())).toEqual([422, "/amount"]);
    expect(await paymentOf(payment.id)).toMatchObject({ refunded: money(0), refunds: [] });
  });

  test("is answered by one Idempotency-Key as it has ended, and given once", async () => {
    const { payment, intent } = await paid();
    const send = () =>
      till.owner(
        "POST",
        `/payments/${payment.id}/refunds`,
        { amount: money(1000) },
        { "idempotency-key": "g" },
      );
    const [first, again] = [await send(), await send()];
    expect([first.status, first.body.data.refunded]).toEqual([201, money(1000)]);
    expect(again.text).toBe(first.text);
    expect(refundsOf(intent.id)).toHaveLength(1);
  });

  test("whose answer was lost is not given twice, days later neither", async () => {
    const { payment, intent } = await paid();
    stripe.failNext(/POST .*refunds/, "after");
    stripe.failNext(/POST .*refunds/, "before");
    const back = await till.refund(payment.id, 2000);
    expect([back.status, back.body.data.refunds]).toEqual([201, []]);
    expect(refundsOf(intent.id)).toHaveLength(1);
    later(3 * 24 * 60);
    const posts = () => stripe.heard.filter(({ method, path }) => method === "POST" && /refunds/.test(path));
    const before = posts().length;
    expect(await chore()).toEqual([]);
    expect(posts()).toHaveLength(before);
    expect((await paymentOf(payment.id)).refunded).toEqual(money(2000));
    expect((await till.news()).map(({ type }) => type)).toEqual(["payment.refunded"]);
  });

  test("that was begun and never asked for is asked for by the chore", async () => {
    const { payment, intent } = await paid();
    for (let each = 0; each < 2; each++) stripe.failNext(/GET .*refunds/, "before");
    await till.refund(payment.id, 2000);
    expect(refundsOf(intent.id)).toHaveLength(0);
    later(3);
    expect(await chore()).toEqual([]);
    expect(refundsOf(intent.id)).toHaveLength(1);
    expect((await paymentOf(payment.id)).refunded).toEqual(money(2000));
  });
});

describe("what Stripe tells", () => {
  test("is refused without its signature, with another, over other bytes, or too old", async () => {
    const { intent, payment } = await begin();
    stripe.pays(intent.id);
    const url = "/api/v1/public/stripe/events";
    const at = till.clock.now();
    const { payload, headers } = stripe.event("payment_intent.succeeded", intent, { account: accountId, at });
    const send = (more: Record<string, string>, body = payload) =>
      app.inject({ method: "POST", url, headers: { ...headers, ...more }, payload: body });
    const asked = stripe.heard.length;
    for (const refused of [
      await send({ "stripe-signature": "" }),
      await send({ "stripe-signature": "t=1,v1=00" }),
      await send({}, payload.replace("pi_", "pi-")),
      await send({}, `${payload} `),
      await tell("payment_intent.succeeded", intent, { secret: "whsec_other" }),
      await tell("payment_intent.succeeded", intent, { at: at - 301_000 }),
    ]) {
      expect(refused.statusCode).toBe(400);
      expect(refused.json().code).toBe("malformed_request");
    }
    expect(stripe.heard.length).toBe(asked);
    expect((await paymentOf(payment.id)).status).toBe("pending");
    expect((await tell("payment_intent.succeeded", intent, { at: at - 299_000 })).statusCode).toBe(200);
    expect((await paymentOf(payment.id)).status).toBe("succeeded");
  });

  test("of what is not ours is heard and left alone", async () => {
    const at = till.clock.now();
    for (const [type, object, account] of [
      ["payment_intent.succeeded", { id: "pi_x", metadata: {} }, accountId],
      ["payment_intent.succeeded", { id: "pi_x", metadata: { payment_id: till.salon.clientId } }, accountId],
      ["payment_intent.succeeded", { id: "pi_x", metadata: { payment_id: "no id" } }, accountId],
      ["refund.updated", { id: "re_x", metadata: null }, accountId],
      ["refund.updated", { id: "re_x", metadata: { refund_id: "no id" } }, accountId],
      ["account.updated", { id: "acct_x" }, "acct_x"],
      ["charge.succeeded", { id: "ch_x" }, accountId],
    ] as const) {
      const { payload, headers } = stripe.event(type, object, { account, at });
      const answer = await app.inject({
        method: "POST",
        url: "/api/v1/public/stripe/events",
        headers,
        payload,
      });
      expect([type, answer.statusCode, answer.json()]).toEqual([type, 200, { success: true, data: null }]);
    }
  });

  test("of nobody's account, or where nobody has configured it, is not found", async () => {
    const plain = await openTill();
    const answer = await plain.app.inject({
      method: "POST",
      url: "/api/v1/public/stripe/events",
      payload: {},
    });
    expect(answer.statusCode).toBe(404);
    expect(fieldsIn(await plain.owner("POST", "/payments/account/connect"))).toEqual([422, ""]);
    await plain.close();
  });
});

test("an account that is let go takes nothing more, and gives back what it took", async () => {
  const { payment, intent } = await begin();
  stripe.pays(intent.id);
  const gone = await till.owner("DELETE", "/payments/account");
  expect(gone.body.data).toMatchObject({ deleted: true });
  expect((await account()).status).toBe("not_connected");
  // What was under way is still settled.
  await tell("payment_intent.succeeded", intent);
  expect((await paymentOf(payment.id)).status).toBe("succeeded");
  expect((await till.refund(payment.id, 4500)).body.data.status).toBe("refunded");
  const { id } = (await till.sell({ appointment_id: await till.visit() })).body.data;
  expect(fieldsIn(await till.pay(id, "card", 4500, { online: true }))).toEqual([422, "/online"]);
  // Another one is made when they come back.
  expect((await till.owner("POST", "/payments/account/connect")).status).toBe(200);
  expect(stripe.accounts.size).toBe(2);
});

const unname = statement(
  "test_online_unname",
  { id: column.id },
  "update payments set provider_payment_id = null where business_id = $1 and id = $2 returning id",
);
