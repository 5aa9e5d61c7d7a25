import { beforeAll, describe, expect, test } from "vitest";
import { type CheckoutApp, checkoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { type OnlinePaymentsApp, onlinePaymentsApp } from "../../../../test/fixtures/onlinePaymentsApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { sql } from "../../../../test/fixtures/sql.ts";
import { untilTransactionWaits } from "../../../../test/races/waiting.ts";
import { paymentJobs } from "./index.ts";

let online: OnlinePaymentsApp;
let fixture: CheckoutApp;
let accountId: string;
beforeAll(async () => {
  online = await onlinePaymentsApp();
  ({ fixture } = online);
});

describe("the account", () => {
  test("is not_connected and takes no payments until an owner connects it", async () => {
    expect(await online.account()).toEqual({
      status: "not_connected",
      provider: null,
      charges_enabled: false,
      payouts_enabled: false,
      requirements_due: [],
    });
    const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
    expect(fieldsIn(await fixture.pay(id, "card", 4500, { online: true }))).toEqual([422, "/online"]);
    expect((await fixture.owner("DELETE", "/payments/account")).status).toBe(404);
    const manager = await signedInMember(fixture, "manager");
    expect((await manager("POST", "/payments/account/connect")).status).toBe(403);
  });

  test("stays a single account when connecting is repeated and interrupted", async () => {
    online.stripe.failNext(/POST .*account_links/, "refused");
    expect(fieldsIn(await fixture.owner("POST", "/payments/account/connect"))).toEqual([422, ""]);
    for (let each = 0; each < 2; each++) online.stripe.failNext(/POST .*account_links/, "before");
    expect((await fixture.owner("POST", "/payments/account/connect")).status).toBe(503);
    const links = await Promise.all([1, 2, 3].map(() => fixture.owner("POST", "/payments/account/connect")));
    expect(links.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(links.map(({ body }) => body.data.url)).size).toBe(3);
    expect(links[0]?.body.data.expires_at).toBe("2027-01-15T08:00:00Z");
    expect(online.stripe.accounts.size).toBe(1);
    [accountId = ""] = online.stripe.accounts.keys();
    expect(await online.account()).toMatchObject({ status: "onboarding", provider: "stripe" });
  });

  test("is refreshed from the provider on each event and by the job", async () => {
    const there = online.stripe.accounts.get(accountId);
    if (there === undefined) throw new Error("There is no account.");
    const requirements = there.requirements;
    Object.assign(there, { details_submitted: true });
    expect((await online.sendWebhook("account.updated", { id: accountId })).statusCode).toBe(200);
    expect(await online.account()).toMatchObject({
      status: "restricted",
      requirements_due: ["external_account"],
    });
    requirements.currently_due = [];
    online.later(3);
    expect(await online.settle()).toEqual([]);
    expect(await online.account()).toMatchObject({ status: "pending_verification", charges_enabled: false });
    requirements.disabled_reason = "rejected.fraud";
    await online.sendWebhook("account.updated", { id: accountId });
    expect(await online.account()).toMatchObject({ status: "disabled" });
    Object.assign(requirements, { disabled_reason: null });
    Object.assign(there, { charges_enabled: true, payouts_enabled: true });
    await online.sendWebhook("account.updated", { id: accountId });
    expect(await online.account()).toEqual({
      status: "active",
      provider: "stripe",
      charges_enabled: true,
      payouts_enabled: true,
      requirements_due: [],
    });
  });
});

describe("an online payment", () => {
  test("stays pending until the client pays, then completes sale and appointment and publishes events in order", async () => {
    const { appointment, saleId, payment, client_secret, intent } = await online.begin(5000, money(500));
    expect(payment).toMatchObject({ status: "pending", method: "card", tip: money(500), paid_at: null });
    expect(client_secret).toBe(intent.client_secret);
    expect(intent).toMatchObject({ amount: 5000, currency: "eur", account: accountId });
    // A pending payment reserves its part of the amount due.
    expect(fieldsIn(await fixture.pay(saleId, "cash", 1))).toEqual([422, "/amount"]);
    expect((await fixture.owner("POST", `/sales/${saleId}/void`)).status).toBe(409);
    expect((await fixture.refund(payment.id, 1)).status).toBe(409);
    await fixture.newEvents();

    online.stripe.pays(intent.id);
    expect((await online.sendWebhook("payment_intent.succeeded", intent)).statusCode).toBe(200);
    expect(await online.paymentOf(payment.id)).toMatchObject({
      status: "succeeded",
      card: { brand: "visa", last4: "4242" },
      paid_at: expect.any(String),
    });
    expect(await online.saleOf(saleId)).toMatchObject({ status: "completed", payment_ids: [payment.id] });
    expect((await fixture.call("GET", `/appointments/${appointment}`)).body.data.status).toBe("completed");
    const events = await fixture.newEvents();
    expect(events.map(({ type }) => type)).toEqual([
      "appointment.completed",
      "payment.succeeded",
      "sale.completed",
    ]);
    expect(events[1]?.full.data).toEqual(await online.paymentOf(payment.id));
  });

  test("is settled once when events repeat, arrive out of order and concurrently", async () => {
    const { saleId, payment, intent } = await online.begin();
    await fixture.newEvents();
    // A success event only triggers a read of the payment from the provider.
    await online.sendWebhook("payment_intent.succeeded", intent);
    expect((await online.paymentOf(payment.id)).status).toBe("pending");
    online.stripe.pays(intent.id);
    online.later(3);
    const id = "evt_twice";
    const answers = await Promise.all([
      online.sendWebhook("payment_intent.succeeded", intent, { id }),
      online.sendWebhook("payment_intent.succeeded", intent, { id }),
      online.sendWebhook("payment_intent.succeeded", intent),
      online.sendWebhook("payment_intent.canceled", intent),
      online.settle(),
    ]);
    expect(answers.map((answer) => ("statusCode" in answer ? answer.statusCode : answer))).toEqual([
      200,
      200,
      200,
      200,
      [],
    ]);
    expect((await fixture.newEvents()).map(({ type }) => type)).toEqual([
      "appointment.completed",
      "payment.succeeded",
      "sale.completed",
    ]);
    const requestsBefore = online.stripe.heard.length;
    await online.sendWebhook("payment_intent.succeeded", intent, { id });
    expect(online.stripe.heard.length).toBe(requestsBefore);
    expect((await online.saleOf(saleId)).status).toBe("completed");
  });

  test("is settled by a repeated event or the job when the provider could not be reached", async () => {
    const { payment, intent } = await online.begin();
    online.stripe.pays(intent.id);
    online.stripe.failNext(/GET .*payment_intents/, "before");
    online.stripe.failNext(/GET .*payment_intents/, "before");
    expect((await online.sendWebhook("payment_intent.succeeded", intent)).statusCode).toBe(503);
    expect((await online.paymentOf(payment.id)).status).toBe("pending");
    // The background job skips recent payments, because the requests that started them may still be running.
    await online.settle();
    expect((await online.paymentOf(payment.id)).status).toBe("pending");
    online.later(3);
    expect(await online.settle()).toEqual([]);
    expect((await online.paymentOf(payment.id)).status).toBe("succeeded");
  });

  test("can be cancelled, and its amount is due again", async () => {
    const { saleId, payment, intent } = await online.begin();
    const given = await fixture.owner("POST", `/payments/${payment.id}/cancel`);
    expect(given.body.data).toMatchObject({ status: "failed", paid_at: null });
    expect(intent.status).toBe("canceled");
    expect(await online.saleOf(saleId)).toMatchObject({ status: "open", payment_ids: [] });
    expect((await fixture.pay(saleId, "cash", 4500)).body.data.sale.status).toBe("completed");
    // A repeated cancellation returns the payment unchanged.
    expect((await fixture.owner("POST", `/payments/${payment.id}/cancel`)).body.data.status).toBe("failed");
  });

  test("is not cancelled when the client has paid meanwhile", async () => {
    const { payment, intent } = await online.begin();
    online.stripe.pays(intent.id);
    const given = await fixture.owner("POST", `/payments/${payment.id}/cancel`);
    expect(given.body.data.status).toBe("succeeded");
  });

  test("is cancelled by the job when it is unpaid after a day", async () => {
    const { saleId, payment } = await online.begin();
    online.later(23 * 60);
    await online.settle();
    expect((await online.paymentOf(payment.id)).status).toBe("pending");
    online.later(2 * 60);
    await online.settle();
    expect((await online.paymentOf(payment.id)).status).toBe("failed");
    expect((await fixture.pay(saleId, "cash", 4500)).status).toBe(201);
  });

  test("is failed by the job when its request was interrupted before it started", async () => {
    const { payment, saleId } = await online.begin();
    await clearProviderId(fixture.salon.businessId, payment.id);
    // The cancelled payment stays pending, because the request that started it may still send the secret to the client.
    expect((await fixture.owner("POST", `/payments/${payment.id}/cancel`)).body.data.status).toBe("pending");
    online.later(11);
    await online.settle();
    expect((await online.paymentOf(payment.id)).status).toBe("failed");
    expect((await fixture.pay(saleId, "cash", 4500)).status).toBe(201);
  });

  test("never sends its secret when it failed while starting, and a repeat starts a new one", async () => {
    const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
    // Simulates a machine that sleeps before the provider's response arrives. A background job then settles the payment before
    // the request continues.
    online.stripe.meanwhile(/POST .*payment_intents/, () => {
      online.later(11);
      return online.settle();
    });
    const body = { method: "card", amount: money(4500), online: true };
    const send = () => fixture.owner("POST", `/sales/${id}/payments`, body, { "idempotency-key": "slept" });
    const late = await send();
    expect([late.status, late.text.includes("secret")]).toEqual([503, false]);
    const again = await send();
    expect([again.status, again.body.data.payment.status]).toEqual([201, "pending"]);
    expect(again.text).toContain("secret");
    expect((await online.saleOf(id)).payment_ids).toEqual([again.body.data.payment.id]);
  });

  test("is not failed by the job when its id at the provider arrives meanwhile", async () => {
    const { payment, saleId, intent } = await online.begin();
    const { businessId } = fixture.salon;
    await clearProviderId(businessId, payment.id);
    online.later(11);
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const charging = fixture.database.transaction(async (tx) => {
      await sql(tx)`
        select id from sales where business_id = ${businessId} and id = ${saleId} for update`;
      isHeld.resolve();
      await held.promise;
      await sql(tx)`
        update payments set provider_payment_id = ${intent.id}
        where business_id = ${businessId} and id = ${payment.id} returning id`;
    });
    await isHeld.promise;
    const dropping = online.settle();
    await untilTransactionWaits(fixture.connectionString);
    held.resolve();
    await Promise.all([charging, dropping]);
    expect((await online.paymentOf(payment.id)).status).toBe("pending");
    online.stripe.pays(intent.id);
    await online.sendWebhook("payment_intent.succeeded", intent);
    expect((await online.saleOf(saleId)).status).toBe("completed");
  });

  test("is found by our id when the event arrives before its id at the provider is stored", async () => {
    const { payment, intent } = await online.begin();
    await clearProviderId(fixture.salon.businessId, payment.id);
    online.stripe.pays(intent.id);
    await online.sendWebhook("payment_intent.succeeded", intent);
    expect((await online.paymentOf(payment.id)).status).toBe("succeeded");
  });

  test("reserves nothing when it cannot start", async () => {
    const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
    const attempt = (amount: number) => fixture.pay(id, "card", amount, { online: true });
    // The amount is below the provider's minimum.
    expect(fieldsIn(await attempt(49))).toEqual([422, "/amount"]);
    online.stripe.failNext(/POST .*payment_intents/, "before");
    online.stripe.failNext(/POST .*payment_intents/, "before");
    expect(await attempt(4500)).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(fieldsIn(await attempt(4501))).toEqual([422, "/amount"]);
    expect(fieldsIn(await fixture.pay(id, "cash", 100, { online: true }))).toEqual([422, "/online"]);
    expect((await fixture.pay(id, "cash", 4500)).body.data.sale.status).toBe("completed");
    expect((await attempt(1)).status).toBe(409);
  });

  test("starts once for one Idempotency-Key, and the replayed response omits the secret", async () => {
    const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
    const body = { method: "card", amount: money(4500), online: true };
    const send = () => fixture.owner("POST", `/sales/${id}/payments`, body, { "idempotency-key": "once" });
    const [first, again] = [await send(), await send()];
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(again.body.data.payment.id).toBe(first.body.data.payment.id);
    expect([first.text, again.text].map((text) => text.includes("secret"))).toEqual([true, false]);
  });

  test("starts once for two concurrent requests with one Idempotency-Key, and both are answered", async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
      const body = { method: "card", amount: money(4500), online: true };
      const headers = { "idempotency-key": `twins ${round}` };
      const send = () => fixture.owner("POST", `/sales/${id}/payments`, body, headers);
      const twins = await Promise.all([send(), send()]);
      expect(twins.map(({ status }) => status)).toEqual([201, 201]);
      expect(new Set(twins.map((twin) => twin.body.data.payment.id)).size).toBe(1);
      expect(twins.filter((twin) => twin.text.includes("secret"))).toHaveLength(1);
    }
  });

  test("starts again with the same Idempotency-Key after the provider could not be reached", async () => {
    const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
    const body = { method: "card", amount: money(4500), online: true };
    const send = () => fixture.owner("POST", `/sales/${id}/payments`, body, { "idempotency-key": "away" });
    online.stripe.failNext(/POST .*payment_intents/, "before");
    online.stripe.failNext(/POST .*payment_intents/, "before");
    expect((await send()).status).toBe(503);
    const begun = await send();
    expect([begun.status, begun.headers["idempotency-replayed"]]).toEqual([201, undefined]);
    expect(begun.body.data).toMatchObject({ payment: { status: "pending" }, sale: { status: "open" } });
    expect(begun.text).toContain("secret");
    expect((await send()).body.data.payment.id).toBe(begun.body.data.payment.id);
  });

  test("is refused for gift cards, whose codes would not be shown", async () => {
    const lines = [{ kind: "gift_card", unit_price: money(5000) }];
    const { id } = (await fixture.sell({ lines })).body.data;
    expect(fieldsIn(await fixture.pay(id, "card", 5000, { online: true }))).toEqual([422, "/online"]);
  });

  test.each(["cancelled", "no_show"] as const)(
    "of an appointment that is %s meanwhile completes the sale but not the appointment, and can be kept or refunded",
    async (to) => {
      const { appointment, saleId, payment, intent } = await online.begin();
      await fixture.call("POST", `/appointments/${appointment}/transitions`, { to });
      // A cancelled or missed appointment takes no payments other than its fee.
      expect((await fixture.pay(saleId, "cash", 1)).status).toBe(409);
      await fixture.newEvents();
      online.stripe.pays(intent.id);
      await online.sendWebhook("payment_intent.succeeded", intent);
      expect(await online.saleOf(saleId)).toMatchObject({ status: "completed", payment_ids: [payment.id] });
      expect((await fixture.call("GET", `/appointments/${appointment}`)).body.data.status).toBe(to);
      expect((await fixture.newEvents()).map(({ type }) => type)).toEqual([
        "payment.succeeded",
        "sale.completed",
      ]);
      expect((await fixture.refund(payment.id, 4500)).body.data.status).toBe("refunded");
      expect((await fixture.owner("POST", `/sales/${saleId}/void`)).body.data.status).toBe("voided");
    },
  );
});

describe("a refund of an online payment", () => {
  test("is made by the provider and publishes payment.refunded once it has succeeded", async () => {
    const { payment, intent } = await online.paid();
    const back = await fixture.refund(payment.id, 1500, { reason: "Late" });
    expect(back.status).toBe(201);
    expect(back.body.data).toMatchObject({
      status: "partially_refunded",
      refunded: money(1500),
      refunds: [{ amount: money(1500), reason: "Late" }],
    });
    expect(online.refundsOf(intent.id).map(({ amount }) => amount)).toEqual([1500]);
    const [event, ...more] = await fixture.newEvents();
    expect([event?.type, more]).toEqual(["payment.refunded", []]);
    expect(event?.full.data).toEqual(back.body.data);
    expect(event?.ids.data).toMatchObject({ id: payment.id, refund_id: back.body.data.refunds[0].id });
    expect(fieldsIn(await fixture.refund(payment.id, 3001))).toEqual([422, "/amount"]);
    expect((await fixture.refund(payment.id, 3000)).body.data.status).toBe("refunded");
  });

  test("reserves its amount while it is pending at the provider", async () => {
    const { payment, intent } = await online.paid();
    online.stripe.refundsAre("pending");
    const back = await fixture.refund(payment.id, 4500);
    expect(back.body.data).toMatchObject({ status: "succeeded", refunded: money(0), refunds: [] });
    expect(fieldsIn(await fixture.refund(payment.id, 1))).toEqual([422, "/amount"]);
    expect(await fixture.newEvents()).toEqual([]);
    const [there] = online.refundsOf(intent.id);
    if (there === undefined) throw new Error("There is no refund.");
    there.status = "succeeded";
    online.stripe.refundsAre("succeeded");
    for (let each = 0; each < 2; each++) await online.sendWebhook("refund.updated", there);
    expect((await fixture.newEvents()).map(({ type }) => type)).toEqual(["payment.refunded"]);
    expect((await online.paymentOf(payment.id)).status).toBe("refunded");
    expect(online.refundsOf(intent.id)).toHaveLength(1);
  });

  test("can be made again after a failure", async () => {
    const { payment, intent } = await online.paid();
    online.stripe.refundsAre("pending");
    await fixture.refund(payment.id, 4500);
    online.stripe.refundsAre("succeeded");
    const [there] = online.refundsOf(intent.id);
    if (there === undefined) throw new Error("There is no refund.");
    there.status = "failed";
    await online.sendWebhook("refund.failed", there);
    expect(await online.paymentOf(payment.id)).toMatchObject({ status: "succeeded", refunds: [] });
    expect((await fixture.refund(payment.id, 4500)).body.data.status).toBe("refunded");
    online.stripe.failNext(/POST .*refunds/, "refused");
    const other = await online.paid();
    expect(fieldsIn(await fixture.refund(other.payment.id, 4500))).toEqual([422, "/amount"]);
    expect((await fixture.refund(other.payment.id, 4500)).body.data.status).toBe("refunded");
  });

  test("is refused again for the same Idempotency-Key once the provider has refused it", async () => {
    const { payment } = await online.paid();
    online.stripe.failNext(/POST .*refunds/, "refused");
    const send = () =>
      fixture.owner(
        "POST",
        `/payments/${payment.id}/refunds`,
        { amount: money(1000) },
        { "idempotency-key": "r" },
      );
    expect(fieldsIn(await send())).toEqual([422, "/amount"]);
    expect(fieldsIn(await send())).toEqual([422, "/amount"]);
    expect(await online.paymentOf(payment.id)).toMatchObject({ refunded: money(0), refunds: [] });
  });

  test("is made once for one Idempotency-Key, and a repeat answers its outcome", async () => {
    const { payment, intent } = await online.paid();
    const send = () =>
      fixture.owner(
        "POST",
        `/payments/${payment.id}/refunds`,
        { amount: money(1000) },
        { "idempotency-key": "g" },
      );
    const [first, again] = [await send(), await send()];
    expect([first.status, first.body.data.refunded]).toEqual([201, money(1000)]);
    expect(again.text).toBe(first.text);
    expect(online.refundsOf(intent.id)).toHaveLength(1);
  });

  test("is not made twice when the answer was lost, not even days later", async () => {
    const { payment, intent } = await online.paid();
    online.stripe.failNext(/POST .*refunds/, "after");
    online.stripe.failNext(/POST .*refunds/, "before");
    const back = await fixture.refund(payment.id, 2000);
    expect([back.status, back.body.data.refunds]).toEqual([201, []]);
    expect(online.refundsOf(intent.id)).toHaveLength(1);
    online.later(3 * 24 * 60);
    const posts = () =>
      online.stripe.heard.filter(({ method, path }) => method === "POST" && /refunds/.test(path));
    const before = posts().length;
    expect(await online.settle()).toEqual([]);
    expect(posts()).toHaveLength(before);
    expect((await online.paymentOf(payment.id)).refunded).toEqual(money(2000));
    expect((await fixture.newEvents()).map(({ type }) => type)).toEqual(["payment.refunded"]);
  });

  test("is made by the job when its request was interrupted", async () => {
    const { payment, intent } = await online.paid();
    for (let each = 0; each < 2; each++) online.stripe.failNext(/GET .*refunds/, "before");
    await fixture.refund(payment.id, 2000);
    expect(online.refundsOf(intent.id)).toHaveLength(0);
    online.later(3);
    expect(await online.settle()).toEqual([]);
    expect(online.refundsOf(intent.id)).toHaveLength(1);
    expect((await online.paymentOf(payment.id)).refunded).toEqual(money(2000));
  });
});

test("a worker that shuts down sends no further requests to the provider", async () => {
  const { payment, intent } = await online.begin();
  online.stripe.pays(intent.id);
  online.later(3);
  const { database, clock } = fixture;
  const requestsBefore = online.stripe.heard.length;
  const [settling] = paymentJobs({ database, clock }, online.provider, () => {});
  await settling?.run(AbortSignal.abort());
  expect(online.stripe.heard.length).toBe(requestsBefore);
  await settling?.run(new AbortController().signal);
  expect((await online.paymentOf(payment.id)).status).toBe("succeeded");
});

describe("a Stripe webhook", () => {
  test("is refused without a signature, with a wrong one, for changed bytes and when it is too old", async () => {
    const { intent, payment } = await online.begin();
    online.stripe.pays(intent.id);
    const url = "/api/v1/public/stripe/events";
    const at = fixture.clock.now();
    const { payload, headers } = online.stripe.event("payment_intent.succeeded", intent, {
      account: accountId,
      at,
    });
    const send = (more: Record<string, string>, body = payload) =>
      online.app.inject({ method: "POST", url, headers: { ...headers, ...more }, payload: body });
    const requestsBefore = online.stripe.heard.length;
    for (const refused of [
      await send({ "stripe-signature": "" }),
      await send({ "stripe-signature": "t=1,v1=00" }),
      await send({}, payload.replace("pi_", "pi-")),
      await send({}, `${payload} `),
      await online.sendWebhook("payment_intent.succeeded", intent, { secret: "whsec_other" }),
      await online.sendWebhook("payment_intent.succeeded", intent, { at: at - 301_000 }),
    ]) {
      expect(refused.statusCode).toBe(400);
      expect(refused.json().code).toBe("malformed_request");
    }
    expect(online.stripe.heard.length).toBe(requestsBefore);
    expect((await online.paymentOf(payment.id)).status).toBe("pending");
    expect(
      (await online.sendWebhook("payment_intent.succeeded", intent, { at: at - 299_000 })).statusCode,
    ).toBe(200);
    expect((await online.paymentOf(payment.id)).status).toBe("succeeded");
  });

  test("is accepted at a high rate from one address", async () => {
    for (let each = 0; each < 150; each++)
      expect((await online.sendWebhook("charge.succeeded", { id: `ch_${each}` })).statusCode).toBe(200);
  });

  test("is accepted and ignored when it concerns another system", async () => {
    const at = fixture.clock.now();
    for (const [type, object, account] of [
      ["payment_intent.succeeded", { id: "pi_x", metadata: {} }, accountId],
      [
        "payment_intent.succeeded",
        { id: "pi_x", metadata: { payment_id: fixture.salon.clientId } },
        accountId,
      ],
      ["payment_intent.succeeded", { id: "pi_x", metadata: { payment_id: "no id" } }, accountId],
      ["refund.updated", { id: "re_x", metadata: null }, accountId],
      ["refund.updated", { id: "re_x", metadata: { refund_id: "no id" } }, accountId],
      ["account.updated", { id: "acct_x" }, "acct_x"],
      ["charge.succeeded", { id: "ch_x" }, accountId],
    ] as const) {
      const { payload, headers } = online.stripe.event(type, object, { account, at });
      const answer = await online.app.inject({
        method: "POST",
        url: "/api/v1/public/stripe/events",
        headers,
        payload,
      });
      expect([type, answer.statusCode, answer.json()]).toEqual([type, 200, { success: true, data: null }]);
    }
  });

  test("is accepted for an unknown account, and 404 where Stripe is not configured", async () => {
    const plain = await checkoutApp();
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

test("a disconnected account takes no payments and still refunds earlier ones", async () => {
  const { payment, intent } = await online.begin();
  online.stripe.pays(intent.id);
  const gone = await fixture.owner("DELETE", "/payments/account");
  expect(gone.body.data).toMatchObject({ deleted: true });
  expect((await online.account()).status).toBe("not_connected");
  // A payment that was pending when the account was disconnected is still settled.
  await online.sendWebhook("payment_intent.succeeded", intent);
  expect((await online.paymentOf(payment.id)).status).toBe("succeeded");
  expect((await fixture.refund(payment.id, 4500)).body.data.status).toBe("refunded");
  const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
  expect(fieldsIn(await fixture.pay(id, "card", 4500, { online: true }))).toEqual([422, "/online"]);
  // Connecting again creates another account.
  expect((await fixture.owner("POST", "/payments/account/connect")).status).toBe(200);
  expect(online.stripe.accounts.size).toBe(2);
});

test("a handled event is remembered for thirty days and handled again when it repeats after that", async () => {
  const { database, clock } = fixture;
  const countRequests = async () => {
    const before = online.stripe.heard.length;
    const at = clock.now();
    await online.sendWebhook("account.updated", { id: accountId }, { id: "evt_old", at });
    return online.stripe.heard.length - before;
  };
  const forgetting = paymentJobs({ database, clock }, online.provider, () => {}).at(-1);
  const deleteHandledEvents = () => forgetting?.run(new AbortController().signal);
  expect([await countRequests(), await countRequests()]).toEqual([1, 0]);
  online.later(29 * 24 * 60);
  await deleteHandledEvents();
  expect(await countRequests()).toBe(0);
  online.later(2 * 24 * 60);
  await deleteHandledEvents();
  expect(await countRequests()).toBe(1);
});

const clearProviderId = (businessId: string, id: string) =>
  sql(fixture.database)<{ id: string }>`
    update payments set provider_payment_id = null
    where business_id = ${businessId} and id = ${id} returning id`;
