import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setPolicy } from "../../../server/src/features/business/policies/index.ts";
import { depositApp } from "../../../server/test/fixtures/depositApp.ts";
import { sql } from "../../../server/test/fixtures/sql.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";
import { expectAccessible } from "./accessible.ts";
import { type BookingPageOptions, bookingPages } from "./bookingSite.ts";
import { openReview } from "./reviewPage.ts";

ensureBuilt();
const salon = await depositApp({ hasCardForm: false });
const address = await salon.app.listen({ port: 0, host: "127.0.0.1" });
const pages = await bookingPages(address);

const review = (options: BookingPageOptions = {}) => openReview(salon, pages.open, options);

/** Continues to the payment. Returns the Stripe page that the link opens. */
async function toPayment(page: Page) {
  await page.getByText(/^A deposit of €18\.00 is due now/).waitFor();
  await page.getByRole("button", { name: "Continue to the deposit", exact: true }).click();
  await page.getByRole("heading", { name: "Pay the deposit", exact: true }).waitFor();
  const link = page.getByRole("link", { name: "Pay €18.00 on Stripe’s page", exact: true });
  await link.waitFor();
  const url = await link.getAttribute("href");
  const checkout = [...salon.stripe.checkouts.values()].find((one) => one.url === url);
  if (checkout === undefined) throw new Error("The double has no such page.");
  return checkout;
}

const WITH = ["with JavaScript", true] as const;
const WITHOUT = ["without JavaScript", false] as const;

// `npm test` pays the deposit without JavaScript and saves the card with JavaScript.
test.each(isFullRun ? [WITH, WITHOUT] : [WITHOUT])(
  "a visitor pays the deposit on Stripe's page, returns and is booked, %s",
  async (_, javaScriptEnabled) => {
    const page = await review({ javaScriptEnabled });
    const checkout = await toPayment(page);
    // Returning without a payment shows the payment step again.
    await page.goto(checkout.success_url);
    await page.getByText("The deposit is not paid yet.", { exact: true }).waitFor();
    salon.stripe.paysOnPage(checkout.id);
    await page.goto(checkout.success_url);
    await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
    await page.getByText("Deposit paid", { exact: true }).waitFor();
    // Opening the link again shows the same booking.
    await page.goto(checkout.success_url);
    await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
    await page.getByRole("link", { name: "Change or cancel", exact: true }).click();
    await page.getByRole("link", { name: "Cancel appointment", exact: true }).click();
    // The appointment starts in two hours, so the salon keeps the fee of €10.00 for late cancellations.
    await page
      .getByText("€8.00 of your deposit of €18.00 goes back to your card.", { exact: true })
      .waitFor();
    await pages.release(page);
  },
);

test("the payment step is accessible, and a time that was lost costs nothing", async () => {
  const { salon: ids, database } = salon;
  const page = await review();
  const checkout = await toPayment(page);
  await expectAccessible(page);
  const paid = salon.stripe.paysOnPage(checkout.id);
  const [hold] = await sql(database)<{ starts_at: number }>`
    select starts_at from holds where business_id = ${ids.businessId} order by created_at desc limit 1`;
  const startsAt = new Date(hold?.starts_at ?? 0).toISOString();
  for (const staffId of [ids.anna, ids.ben]) await salon.book(startsAt, ids.cut, staffId);
  await page.goto(checkout.success_url);
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  await page.getByText(/^This time has just been taken\. Nothing was charged/).waitFor();
  expect(paid.status).toBe("canceled");
  await pages.release(page);
});

/** Replaces the policy with a policy that requires a card instead of a deposit. */
async function askForCards(): Promise<void> {
  const { database, clock, salon: ids } = salon;
  const terms = {
    cancellation_window_minutes: 1440,
    late_cancel_fee: { kind: "amount" as const, amount: { amount: 1_000, currency: "EUR" } },
    no_show_fee: { kind: "percent" as const, percent: 50 },
    card_required: true,
  };
  const when = { now: clock.now(), ifMatch: null };
  await database.transaction((tx) => setPolicy(tx, ids.businessId, terms, when));
}

test.each(isFullRun ? [WITH, WITHOUT] : [WITH])(
  "a visitor saves a card on Stripe's page, returns and is booked, %s",
  async (_, javaScriptEnabled) => {
    await askForCards();
    const page = await review({ javaScriptEnabled, viewport: { width: 320, height: 640 } });
    const consent = page.getByText(/^You agree that .* saves your card for this appointment\./);
    await expect.poll(() => consent.textContent()).toMatch(/less than 24 hours .* €10\.00 .* €22\.50/);
    const accepted = await consent.textContent();
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole("button", { name: "Continue to your card", exact: true }).click();
    await page.getByRole("heading", { name: "Save your card", exact: true }).waitFor();
    if (javaScriptEnabled) await expectAccessible(page);
    const link = page.getByRole("link", { name: "Enter the card on Stripe’s page", exact: true });
    const url = await link.getAttribute("href");
    const checkout = [...salon.stripe.checkouts.values()].find((one) => one.url === url);
    if (checkout === undefined) throw new Error("The double has no such page.");
    await page.goto(checkout.success_url);
    await page.getByText("The card is not saved yet.", { exact: true }).waitFor();
    salon.stripe.entersCardOnPage(checkout.id);
    await page.goto(checkout.success_url);
    await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
    await page.getByRole("link", { name: "Change or cancel", exact: true }).click();
    await page.getByText("Saved for fees: Visa card ending in 4242", { exact: true }).waitFor();
    const [stored] = await sql(salon.database)<{ consent_text: string | null }>`
    select consent_text from saved_cards
    where business_id = ${salon.salon.businessId} and no_show_amount > 0
    order by created_at desc limit 1`;
    expect(stored?.consent_text).toBe(accepted);
    await pages.release(page);
  },
);
