import { beforeEach, expect, test } from "vitest";
import { type CheckoutApp, money } from "../../../../test/fixtures/checkoutApp.ts";
import { type OnlinePaymentsApp, onlinePaymentsApp } from "../../../../test/fixtures/onlinePaymentsApp.ts";
import { fieldsIn } from "../../../../test/fixtures/signedInMember.ts";
import { column, statement } from "../../../platform/database/index.ts";

let online: OnlinePaymentsApp;
let fixture: CheckoutApp;
let accountId: string;
beforeEach(async () => {
  online = await onlinePaymentsApp();
  ({ fixture } = online);
  accountId = await online.connect();
});

const DISABLED = {
  status: "disabled",
  provider: "stripe",
  charges_enabled: false,
  payouts_enabled: false,
  requirements_due: [],
};
const DAY_MINUTES = 24 * 60;

test("an account whose access was revoked is disabled, takes no payments, and can be disconnected", async () => {
  online.stripe.revokeAccess(accountId);
  expect((await online.sendWebhook("account.application.deauthorized", { id: "ca_1" })).statusCode).toBe(200);
  expect(await online.account()).toEqual(DISABLED);
  const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
  expect(fieldsIn(await fixture.pay(id, "card", 4500, { online: true }))).toEqual([422, "/online"]);
  expect(fieldsIn(await fixture.owner("POST", "/payments/account/connect"))).toEqual([422, ""]);
  expect((await fixture.owner("DELETE", "/payments/account")).status).toBe(200);
  await online.connect();
  expect((await online.account()).status).toBe("active");
  expect((await fixture.pay(id, "card", 4500, { online: true })).status).toBe(201);
});

test.each([
  [
    "a payment is started",
    async () => {
      const { id } = (await fixture.sell({ appointment_id: await fixture.newAppointment() })).body.data;
      expect(fieldsIn(await fixture.pay(id, "card", 4500, { online: true }))).toEqual([422, "/online"]);
      // The failed payment reserves no part of the sale.
      expect((await fixture.pay(id, "cash", 4500)).body.data.sale.status).toBe("completed");
    },
  ],
  [
    "the owner continues connecting it",
    async () => {
      expect(fieldsIn(await fixture.owner("POST", "/payments/account/connect"))).toEqual([422, ""]);
    },
  ],
  [
    "the job refreshes it a day later",
    async () => {
      online.later(DAY_MINUTES + 1);
      expect(await online.settle()).toEqual([]);
    },
  ],
])("an account revoked without a webhook is disabled when %s", async (_, work) => {
  online.stripe.revokeAccess(accountId);
  await work();
  expect(await online.account()).toEqual(DISABLED);
});

test("an account with restored access is active again within a day", async () => {
  online.stripe.revokeAccess(accountId);
  await online.sendWebhook("account.application.deauthorized", { id: "ca_1" });
  online.stripe.restoreAccess(accountId);
  online.later(DAY_MINUTES + 1);
  await online.settle();
  expect((await online.account()).status).toBe("active");
});

test("a pending payment of such an account fails when it is cancelled, or after a day", async () => {
  const [one, other] = [await online.begin(), await online.begin()];
  online.stripe.revokeAccess(accountId);
  online.later(3);
  expect(await online.settle()).toEqual([]);
  expect(await online.account()).toEqual(DISABLED);
  expect((await online.paymentOf(one.payment.id)).status).toBe("pending");
  const given = await fixture.owner("POST", `/payments/${one.payment.id}/cancel`);
  expect(given.body.data.status).toBe("failed");
  expect((await fixture.pay(one.saleId, "cash", 4500)).body.data.sale.status).toBe("completed");
  online.later(DAY_MINUTES);
  expect(await online.settle()).toEqual([]);
  expect((await online.paymentOf(other.payment.id)).status).toBe("failed");
});

test("a new refund on such an account is refused and reserves nothing", async () => {
  const { payment, intent } = await online.paid();
  online.stripe.revokeAccess(accountId);
  expect(fieldsIn(await fixture.refund(payment.id, 4500))).toEqual([422, "/amount"]);
  expect(await online.account()).toEqual(DISABLED);
  online.stripe.restoreAccess(accountId);
  expect((await fixture.refund(payment.id, 4500)).body.data.status).toBe("refunded");
  expect(online.refundsOf(intent.id)).toHaveLength(1);
});

test("a refund that may have been made stays pending without access to the account", async () => {
  const { payment, intent } = await online.paid();
  online.stripe.failNext(/POST .*refunds/, "after");
  online.stripe.failNext(/POST .*refunds/, "before");
  await fixture.refund(payment.id, 4500);
  online.stripe.revokeAccess(accountId);
  online.later(3);
  expect(await online.settle()).toEqual([]);
  // The pending refund reserves its amount, so that the payment cannot be refunded twice.
  expect(fieldsIn(await fixture.refund(payment.id, 1))).toEqual([422, "/amount"]);
  online.stripe.restoreAccess(accountId);
  online.later(3);
  expect(await online.settle()).toEqual([]);
  expect(await online.paymentOf(payment.id)).toMatchObject({ status: "refunded", refunded: money(4500) });
  expect(online.refundsOf(intent.id)).toHaveLength(1);
});

test("a hundred accounts that fail to refresh do not delay the others", async () => {
  const { businessId } = fixture.salon;
  await fixture.database.query(insertUnknownAccounts, { businessId, now: fixture.clock.now() - 60_000 });
  const there = online.stripe.accounts.get(accountId);
  Object.assign(there ?? {}, { charges_enabled: false });
  await online.sendWebhook("account.updated", { id: accountId });
  expect((await online.account()).status).toBe("pending_verification");
  Object.assign(there ?? {}, { charges_enabled: true });
  online.later(3);
  expect(await online.settle()).toHaveLength(100);
  online.later(3);
  await online.settle();
  expect((await online.account()).status).toBe("active");
}, 240_000);

/** Inserts a hundred businesses with accounts that the provider does not know. */
const insertUnknownAccounts = statement({
  name: "test_open_strangers",
  params: { businessId: column.id, now: column.instant },
  sql: `with unknown_accounts as (
           insert into businesses (id, name, slug, type, time_zone, currency, country, locale, webhook_payload, created_at, updated_at)
           select gen_random_uuid(), name, 'other-' || n, type, time_zone, currency, country, locale, webhook_payload, $now, $now
           from businesses, generate_series(1, 100) as n
           where id = $businessId
           returning id
         )
         insert into payment_accounts
           (business_id, id, provider, account_id, status, charges_enabled, payouts_enabled, requirements_due, refreshed_at, created_at, updated_at)
         select id, gen_random_uuid(), 'stripe', 'acct_' || id, 'onboarding', false, false, '{}', $now, $now, $now
         from unknown_accounts`,
});
