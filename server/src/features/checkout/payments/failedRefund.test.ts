import { beforeAll, describe, expect, test } from "vitest";
import { type CheckoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { type OnlinePaymentsApp, onlinePaymentsApp } from "../../../../test/fixtures/onlinePaymentsApp.ts";
import { fieldsIn, signedInMember } from "../../../../test/fixtures/signedInMember.ts";
import { TEST_SECRET } from "../../../../test/fixtures/testApp.ts";
import { walletsOf } from "../../../../test/fixtures/wallets.ts";
import { buildApp } from "../../../app.ts";

let online: OnlinePaymentsApp;
let fixture: CheckoutApp;
beforeAll(async () => {
  online = await onlinePaymentsApp();
  ({ fixture } = online);
  await online.connect();
});

/**
 * Makes the latest refund of a payment fail at the bank, after the refund has succeeded. Sends the webhook of the failure three
 * times.
 */
async function failAtBank(intentId: string, type = "refund.failed") {
  const there = online.refundsOf(intentId).at(-1);
  if (there === undefined) throw new Error("There is no refund.");
  there.status = type === "charge.refund.updated" ? "canceled" : "failed";
  return Promise.all([
    online.sendWebhook(type, there),
    online.sendWebhook(type, there),
    online.sendWebhook(type, there),
  ]);
}

describe("a refund that fails after it succeeded", () => {
  test.each(["refund.failed", "refund.updated", "charge.refund.updated"])(
    "does not count (%s): the amounts are corrected once, without an event, and it can be refunded again",
    async (type) => {
      const { payment, intent } = await online.paid();
      await fixture.refund(payment.id, 4500, { reason: "Unhappy" });
      await fixture.newEvents();
      const answers = await failAtBank(intent.id, type);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      expect(await online.paymentOf(payment.id)).toMatchObject({
        status: "succeeded",
        refunded: money(0),
        refunds: [],
      });
      expect(await fixture.newEvents()).toEqual([]);
      expect(online.refundsOf(intent.id)).toHaveLength(1);
      const log = (await fixture.owner("GET", "/audit-log?entity=payment")).body.data.items;
      expect(log[0]).toMatchObject({
        entity_id: payment.id,
        actor: { kind: "public" },
        before: { status: "refunded" },
        after: { status: "succeeded" },
      });
      expect((await fixture.refund(payment.id, 4500)).body.data.status).toBe("refunded");
      expect((await fixture.newEvents()).map(({ type }) => type)).toEqual(["payment.refunded"]);
    },
  );

  test("leaves other refunds unchanged", async () => {
    const { payment, intent } = await online.paid();
    await fixture.refund(payment.id, 1000);
    await fixture.refund(payment.id, 3500);
    await failAtBank(intent.id);
    const after = await online.paymentOf(payment.id);
    expect(after).toMatchObject({ status: "partially_refunded", refunded: money(1000) });
    expect(after.refunds).toHaveLength(1);
    expect(fieldsIn(await fixture.refund(payment.id, 3501))).toEqual([422, "/amount"]);
  });

  test("is read from the provider and not requested again while it is successful", async () => {
    const { payment, intent } = await online.paid();
    await fixture.refund(payment.id, 4500);
    const requestsBefore = online.stripe.heard.length;
    await online.sendWebhook("refund.updated", online.refundsOf(intent.id)[0] ?? {});
    expect(online.stripe.heard.slice(requestsBefore).map(({ method }) => method)).toEqual(["GET"]);
    expect((await online.paymentOf(payment.id)).status).toBe("refunded");
  });

  test("completes a sale that is paid in full again", async () => {
    const appointment = await fixture.newAppointment();
    const { id } = (await fixture.sell({ appointment_id: appointment })).body.data;
    const { payment, intent } = await online.beginFor(id, 2000);
    online.stripe.pays(intent.id);
    await online.sendWebhook("payment_intent.succeeded", intent);
    await fixture.refund(payment.id, 2000);
    expect((await fixture.pay(id, "cash", 2500)).body.data.sale.status).toBe("open");
    await fixture.newEvents();
    await failAtBank(intent.id);
    expect((await online.saleOf(id)).status).toBe("completed");
    expect((await fixture.newEvents()).map(({ type }) => type)).toEqual([
      "appointment.completed",
      "sale.completed",
    ]);
  });

  test("leaves an overpaid sale when another payment replaced it, and can be made again", async () => {
    const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
    const first = await online.beginFor(id, 2000);
    online.stripe.pays(first.intent.id);
    await online.sendWebhook("payment_intent.succeeded", first.intent);
    await fixture.refund(first.payment.id, 2000);
    // A pending payment covers the remaining amount when the refund fails. No further payment is accepted, and the sale completes when the
    // pending payment succeeds.
    const second = await online.beginFor(id, 4500);
    await failAtBank(first.intent.id);
    expect((await online.saleOf(id)).status).toBe("open");
    expect(fieldsIn(await fixture.pay(id, "cash", 1))).toEqual([422, "/amount"]);
    online.stripe.pays(second.intent.id);
    await online.sendWebhook("payment_intent.succeeded", second.intent);
    expect((await online.saleOf(id)).status).toBe("completed");
    expect((await fixture.refund(first.payment.id, 2000)).body.data.status).toBe("refunded");
  });

  test("restores no voided sale", async () => {
    const voided = await online.paid();
    await fixture.refund(voided.payment.id, 4500);
    await fixture.owner("POST", `/sales/${voided.saleId}/void`);
    await failAtBank(voided.intent.id);
    expect((await online.saleOf(voided.saleId)).status).toBe("voided");
    expect((await fixture.refund(voided.payment.id, 4500)).body.data.status).toBe("refunded");
  });
});

describe("a failed refund of a prepaid line", () => {
  /** Sells a package of five units or a membership with two credits a month, each for 20.00 paid online. */
  async function soldOnline(kind: "package" | "membership" = "package") {
    const client_id = await fixture.addClient({ first_name: "Buyer" });
    const terms = { name: "Prepaid", service_ids: [], price: money(2000) };
    const product =
      kind === "package"
        ? await fixture.owner("POST", "/packages", { ...terms, units: 5 })
        : await fixture.owner("POST", "/memberships", { ...terms, credits: 2, period_months: 1, periods: 6 });
    const lines = [{ kind, [`${kind}_id`]: product.body.data.id }];
    const { data } = (await fixture.sell({ client_id, lines })).body;
    const { payment, intent } = await online.beginFor(data.id, 2000);
    online.stripe.pays(intent.id);
    await online.sendWebhook("payment_intent.succeeded", intent);
    const wallet = async () => {
      const { packages, membership_credits } = (await fixture.call("GET", `/clients/${client_id}/wallet`))
        .body.data;
      return [...packages, ...membership_credits].map(({ remaining }) => remaining);
    };
    const line_id = data.lines[0].id;
    const refund = (amount: number) => fixture.refund(payment.id, amount, { lines: [{ line_id }] });
    const [entitlementId] = (await online.saleOf(data.id)).lines[0].entitlement_ids;
    const ledger = () => walletsOf(fixture).ledger(entitlementId);
    return { saleId: data.id, payment, intent, wallet, refund, ledger };
  }

  test("restores its units, of a partial and of a full refund, once", async () => {
    const { intent, wallet, refund, ledger } = await soldOnline();
    for (const [amount, left] of [
      [800, [3]],
      [2000, []],
    ] as const) {
      expect((await refund(amount)).status).toBe(201);
      expect(await wallet()).toEqual(left);
      await failAtBank(intent.id);
      expect(await wallet()).toEqual([5]);
    }
    expect((await refund(2000)).body.data.status).toBe("refunded");
    const entries = (await ledger()).map(({ cause, delta }) => [cause, delta]);
    expect(entries).toEqual([
      ["issue", 5],
      ["withdraw", -2],
      ["restore", 2],
      ["withdraw", -5],
      ["restore", 5],
      ["withdraw", -5],
    ]);
  });

  test("restores them when the provider refuses it, and keeps them while it is pending", async () => {
    const { payment, intent, wallet, refund } = await soldOnline();
    online.stripe.failNext(/POST .*refunds/, "refused");
    expect(fieldsIn(await refund(1200))).toEqual([422, "/amount"]);
    expect(await wallet()).toEqual([5]);
    online.stripe.refundsAre("pending");
    expect((await refund(1200)).status).toBe(201);
    online.stripe.refundsAre("succeeded");
    expect(await wallet()).toEqual([2]);
    expect(fieldsIn(await refund(801))).toEqual([422, "/amount"]);
    await failAtBank(intent.id);
    expect(await wallet()).toEqual([5]);
    expect((await online.paymentOf(payment.id)).refunded).toEqual(money(0));
  });

  test("continues a membership, which renews again", async () => {
    const { intent, wallet, refund } = await soldOnline("membership");
    const before = fixture.clock.now();
    expect((await refund(2000)).status).toBe(201);
    expect(await wallet()).toEqual([]);
    await failAtBank(intent.id);
    expect(await wallet()).toEqual([2]);
    expect((await refund(1000)).status).toBe(201);
    expect(await wallet()).toEqual([1]);
    expect((await refund(1000)).status).toBe(201);
    fixture.clock.set(before + 40 * 86_400_000);
    expect(await wallet()).toEqual([]);
    await failAtBank(intent.id);
    // A new period has started since the refunds. Half of the price remains refunded, so the membership grants one of its two
    // credits.
    expect(await wallet()).toEqual([1]);
    fixture.clock.set(before);
  });

  test("leaves the entitlements of a voided sale withdrawn", async () => {
    const { saleId, intent, wallet, refund } = await soldOnline();
    await refund(2000);
    await fixture.owner("POST", `/sales/${saleId}/void`);
    await failAtBank(intent.id);
    expect(await wallet()).toEqual([]);
  });

  test("restores what a refund on the provider's pages had withdrawn with the last of the money", async () => {
    const { intent, wallet } = await soldOnline();
    for (const left of [[5], []]) {
      const there = online.stripe.givesBack(intent.id, 1000);
      await online.sendWebhook("refund.created", there);
      expect(await wallet()).toEqual(left);
    }
    await failAtBank(intent.id);
    expect(await wallet()).toEqual([5]);
  });
});

describe("a refund that the business makes on the provider's own pages", () => {
  test("is recorded and published once, and can fail later as well", async () => {
    const { payment, intent } = await online.paid();
    const there = online.stripe.givesBack(intent.id, 1500);
    const answers = await Promise.all(
      ["refund.created", "refund.updated", "charge.refund.updated"].map((type) =>
        online.sendWebhook(type, there),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await online.paymentOf(payment.id)).toMatchObject({
      status: "partially_refunded",
      refunded: money(1500),
      refunds: [{ amount: money(1500), reason: null }],
    });
    expect((await fixture.newEvents()).map(({ type }) => type)).toEqual(["payment.refunded"]);
    expect(fieldsIn(await fixture.refund(payment.id, 3001))).toEqual([422, "/amount"]);
    await failAtBank(intent.id);
    expect((await online.paymentOf(payment.id)).refunded).toEqual(money(0));
    expect((await fixture.refund(payment.id, 4500)).body.data.status).toBe("refunded");
  });

  test("is recorded after its payment when the payment was not settled yet", async () => {
    const { saleId, payment, intent } = await online.begin();
    online.stripe.pays(intent.id);
    await fixture.newEvents();
    await online.sendWebhook("refund.created", online.stripe.givesBack(intent.id, 4500));
    expect((await online.paymentOf(payment.id)).status).toBe("refunded");
    expect((await online.saleOf(saleId)).status).toBe("completed");
    expect((await fixture.newEvents()).map(({ type }) => type)).toEqual([
      "appointment.completed",
      "payment.succeeded",
      "sale.completed",
      "payment.refunded",
    ]);
  });

  test("reserves its amount while it is pending, and is never requested by us", async () => {
    const { payment, intent } = await online.paid();
    online.stripe.refundsAre("pending");
    const there = online.stripe.givesBack(intent.id, 1000);
    online.stripe.refundsAre("succeeded");
    await online.sendWebhook("refund.created", there);
    expect(fieldsIn(await fixture.refund(payment.id, 3501))).toEqual([422, "/amount"]);
    online.later(3);
    expect(await online.settle()).toEqual([]);
    there.status = "succeeded";
    online.later(3);
    expect(await online.settle()).toEqual([]);
    expect((await online.paymentOf(payment.id)).refunded).toEqual(money(1000));
    expect(online.refundsOf(intent.id)).toHaveLength(1);
  });

  test("is recorded when it was made although the provider had refused our request", async () => {
    const { payment, intent } = await online.paid();
    online.stripe.failNext(/POST .*refunds/, "refused");
    expect(fieldsIn(await fixture.refund(payment.id, 1000))).toEqual([422, "/amount"]);
    const refundId = online.stripe.heard.findLast(({ path }) => path.endsWith("/refunds"))?.key;
    const there = online.stripe.givesBack(intent.id, 1000);
    there.metadata.refund_id = refundId ?? "";
    await Promise.all([
      online.sendWebhook("refund.created", there),
      online.sendWebhook("refund.updated", there),
    ]);
    expect((await online.paymentOf(payment.id)).refunded).toEqual(money(1000));
    expect((await fixture.newEvents()).map(({ type }) => type)).toEqual(["payment.refunded"]);
  });

  test("is ignored for a payment of another system and for a refund that failed at once", async () => {
    const { payment, intent } = await online.paid();
    const there = online.stripe.givesBack(intent.id, 1000);
    for (const payment_intent of [null, "pi_of_somebody"])
      expect((await online.sendWebhook("refund.created", { ...there, payment_intent })).statusCode).toBe(200);
    there.status = "failed";
    await online.sendWebhook("refund.failed", there);
    expect(await online.paymentOf(payment.id)).toMatchObject({ status: "succeeded", refunds: [] });
    expect(await fixture.newEvents()).toEqual([]);
  });
});

describe("an amount that differs from the requested one", () => {
  test.each([
    ["less of it", { amount: 4400 }],
    ["another currency", { currency: "usd" }],
  ])("is not recorded as a payment (%s), and is reported", async (_, { amount, currency }: Wrong) => {
    const { saleId, payment, intent } = await online.begin();
    online.stripe.pays(intent.id, amount);
    Object.assign(intent, currency === undefined ? {} : { currency });
    expect((await online.sendWebhook("payment_intent.succeeded", intent)).statusCode).toBe(503);
    online.later(3);
    const failures = await online.settle();
    expect(failures.map(String)).toEqual([expect.stringContaining(`The payment ${intent.id} is`)]);
    expect((await online.paymentOf(payment.id)).status).toBe("pending");
    expect(await fixture.owner("POST", `/payments/${payment.id}/cancel`)).toMatchObject({
      status: 409,
      body: { code: "invalid_transition", details: { from: "pending" } },
    });
    // Once the owner has refunded the payment in full on the provider's pages, the payment can be cancelled.
    Object.assign(intent.latest_charge ?? {}, { refunded: true });
    expect((await fixture.owner("POST", `/payments/${payment.id}/cancel`)).body.data.status).toBe("failed");
    expect((await fixture.pay(saleId, "cash", 4500)).body.data.sale.status).toBe("completed");
  });

  test("is not recorded as a refund, and the job reports it", async () => {
    const { payment, intent } = await online.paid();
    online.stripe.refundsAre("pending");
    await fixture.refund(payment.id, 4500);
    online.stripe.refundsAre("succeeded");
    const [there] = online.refundsOf(intent.id);
    Object.assign(there ?? {}, { status: "succeeded", amount: 4400 });
    expect((await online.sendWebhook("refund.updated", there ?? {})).statusCode).toBe(503);
    online.later(3);
    expect((await online.settle()).map(String)).toEqual([
      expect.stringContaining("is 4400 eur at Stripe, but Daybook expected 4500 eur"),
    ]);
    expect((await online.paymentOf(payment.id)).status).toBe("succeeded");
    Object.assign(there ?? {}, { amount: 4500 });
    expect(await online.settle()).toEqual([]);
    expect((await online.paymentOf(payment.id)).status).toBe("refunded");
  });
});

test("an online payment cannot be refunded when no provider is configured any more", async () => {
  const { payment, intent } = await online.paid();
  const { database, clock } = fixture;
  const without = await buildApp({ database, clock, secret: TEST_SECRET, checkAnswers: true });
  try {
    const owner = await signedInMember({ ...fixture, app: without }, "owner");
    const back = () => owner("POST", `/payments/${payment.id}/refunds`, { amount: money(4500) });
    expect(fieldsIn(await back())).toEqual([422, "/amount"]);
  } finally {
    await without.close();
  }
  expect((await fixture.refund(payment.id, 4500)).body.data.status).toBe("refunded");
  expect(online.refundsOf(intent.id)).toHaveLength(1);
});

interface Wrong {
  readonly amount?: number;
  readonly currency?: string;
}
