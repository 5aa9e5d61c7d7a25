import { expect, test } from "vitest";
import { onlineDeposits, stripeProvider } from "../../../server/src/features/checkout/payments/index.ts";
import { newId } from "../../../server/src/kernel/ids.ts";
import { stripeDouble, WEBHOOK_SECRET } from "../../../server/test/fixtures/stripeDouble.ts";
import { expectAccessible } from "./accessible.ts";
import { salesOf } from "./salesOf.ts";
import { openTestSalon } from "./testSalon.ts";

const stripe = await stripeDouble();
const api = { protocol: "http", host: "127.0.0.1", port: stripe.port } as const;
const provider = stripeProvider({ secretKey: "sk_test_1", webhookSecret: WEBHOOK_SECRET, api });
const salon = await openTestSalon({ server: { paymentProvider: provider } });
const sales = salesOf(salon);
await sales.send("POST", "/payments/account/connect");
for (const account of stripe.accounts.values()) {
  account.requirements.currently_due = [];
  Object.assign(account, { details_submitted: true, charges_enabled: true, payouts_enabled: true });
  const event = stripe.event(
    "account.updated",
    { id: account.id },
    { at: salon.clock.now(), account: account.id },
  );
  await salon.app.inject({ method: "POST", url: "/api/v1/public/stripe/events", ...event });
}
const policy = await sales.send("PUT", "/policies", {
  cancellation_window_minutes: 1440,
  no_show_fee: { kind: "amount", amount: sales.eur(1500) },
});
const policyVersion = policy.version;

/** Saves a card for an appointment that the client missed. Returns the ids of the appointment and the client. */
async function missedWithCard(): Promise<{ appointment: string; client: string }> {
  const appointment = await sales.appointment();
  const { client_id: clientId } = await sales.send("GET", `/appointments/${appointment}`);
  const [accountId = ""] = stripe.accounts.keys();
  const { businessId } = salon.salon;
  const cardId = newId();
  const { providerPaymentId: setupId } = await provider.authorise({
    ...{ paymentId: cardId, attempt: 1, accountId, amountMinor: 0, currency: "EUR", savesCard: true },
  });
  stripe.entersCard(setupId);
  await salon.database.transaction(async (tx) =>
    onlineDeposits.insertCard(tx, businessId, {
      ...{ cardId, appointmentId: appointment, clientId, provider: "stripe", accountId, setupId },
      ...{ consentText: "I agree.", policyVersion, currency: "EUR", lateCancelMinor: null },
      ...{ noShowMinor: 1500, now: salon.clock.now() },
    }),
  );
  await onlineDeposits.saveCard(salon, provider, { businessId, cardId });
  await sales.send("POST", `/appointments/${appointment}/transitions`, { to: "no_show" });
  return { appointment, client: clientId };
}

test("the fee of a missed appointment names the card and the outcome of its charge", async () => {
  const { appointment } = await missedWithCard();
  stripe.cardsAnswer("card_declined");
  const page = await salon.open(`checkout?appointment=${appointment}`, { role: "manager" });
  const charge = page.getByRole("button", { name: "Charge the fee to visa •••• 4242", exact: true });
  await charge.click();
  await page
    .getByText("The card visa •••• 4242 was declined. The fee is still open.", { exact: true })
    .waitFor();
  await expectAccessible(page, "main");
  stripe.cardsAnswer("authentication_required");
  await charge.click();
  await page.getByText(/^The bank asks the client to confirm\. .* €15\.00/).waitFor();
  const link = await page.getByLabel("Link for the client, valid for a day", { exact: true }).inputValue();
  expect([...stripe.checkouts.values()].map(({ url }) => url)).toContain(link);
  await salon.release(page);
});

test("a saved card is shown in the client's file and removed after a confirmation", async () => {
  const { client } = await missedWithCard();
  const page = await salon.open(`clients/${client}?tab=wallet`, { role: "reception", width: 390 });
  await page.getByRole("heading", { name: "Saved cards", exact: true }).waitFor();
  await page.getByText("expires 4/2031 · no-show up to €15.00", { exact: true }).first().waitFor();
  await expectAccessible(page, "main");
  const remove = page.getByRole("button", { name: "Remove visa •••• 4242", exact: true });
  const before = await remove.count();
  await remove.first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/can then no longer be charged for fees/).waitFor();
  const customers = stripe.customers.size;
  await dialog.getByRole("button", { name: "Remove card", exact: true }).click();
  await expect.poll(() => remove.count()).toBe(before - 1);
  expect(stripe.customers.size).toBe(customers - 1);
  await salon.release(page);
});
