import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { waitlistUrl } from "../../../server/src/features/booking/manage-links/index.ts";
import { depositApp } from "../../../server/test/fixtures/depositApp.ts";
import { TEST_SECRET } from "../../../server/test/fixtures/testApp.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";
import { expectAccessible } from "./accessible.ts";
import { bookingPages } from "./bookingSite.ts";

let days = 0;
ensureBuilt();
const salon = await depositApp({ hasCardForm: false });
const address = await salon.app.listen({ port: 0, host: "127.0.0.1" });
const pages = await bookingPages(address);
expect((await salon.owner("PUT", "/booking-page", { waitlist_mode: "manual" })).status).toBe(200);

/**
 * Adds a client to the waitlist and offers a start time on an unused day. Returns the start time, and the entry's id and page.
 */
async function offered(): Promise<{ id: string; path: string; startsAt: string }> {
  const startsAt = new Date(Date.UTC(2027, 2, 9 + 7 * days++, 9)).toISOString();
  const day = startsAt.slice(0, 10);
  const { businessId, locationId, cut, anna } = salon.salon;
  const client_id = await salon.addClient({ email: `offer-${day}@example.com` });
  const items = [{ service_id: cut, staff_id: anna }];
  const body = { client_id, location_id: locationId, items, windows: [{ from: day, to: day }] };
  const { id } = (await salon.owner("POST", "/waitlist", body)).body.data;
  const made = await salon.owner("POST", `/waitlist/${id}/offers`, { starts_at: startsAt, items });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id, startsAt, path: waitlistUrl("", TEST_SECRET, { businessId, id }) };
}

const show = (
  path: string,
  { width = 390, ...options }: { javaScriptEnabled?: boolean; width?: number } = {},
) => pages.open(path, { viewport: { width, height: 844 }, ...options });

/** Accepts the offer. Returns the Stripe page that the link opens. */
async function toPayment(page: Page) {
  await page.getByText(/^A deposit of €18\.00 is due now/).waitFor();
  await page.getByRole("button", { name: "Continue to the deposit", exact: true }).click();
  await page.getByRole("heading", { name: "Pay the deposit", exact: true }).waitFor();
  const link = page.getByRole("link", { name: "Pay €18.00 on Stripe’s page", exact: true });
  const url = await link.getAttribute("href");
  const checkout = [...salon.stripe.checkouts.values()].find((one) => one.url === url);
  if (checkout === undefined) throw new Error("The double has no such page.");
  return checkout;
}

const shots = process.env.SHOTS;
async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true });
  }
}

const WITH = ["with JavaScript", true] as const;
const WITHOUT = ["without JavaScript", false] as const;

// The next test opens the payment step with JavaScript.
test.each(isFullRun ? [WITH, WITHOUT] : [WITHOUT])(
  "a client pays the deposit of an offer on Stripe's page and is booked, %s",
  async (_, javaScriptEnabled) => {
    const { id, path } = await offered();
    const page = await show(path, { javaScriptEnabled });
    await page.getByRole("heading", { name: "A time is free for you", exact: true }).waitFor();
    const checkout = await toPayment(page);
    // Returning without a payment shows the offer again. Accepting the offer again continues the same payment.
    await page.goto(checkout.success_url);
    await page.getByText("The deposit is not paid yet.", { exact: true }).waitFor();
    expect((await toPayment(page)).id).toBe(checkout.id);
    salon.stripe.paysOnPage(checkout.id);
    await page.goto(checkout.success_url);
    await page.getByRole("heading", { name: "Your appointment", exact: true }).waitFor();
    expect((await salon.owner("GET", `/waitlist/${id}`)).body.data.status).toBe("booked");
    // Opening the link again shows the same appointment.
    await page.goto(checkout.success_url);
    await page.getByRole("heading", { name: "Your appointment", exact: true }).waitFor();
    await pages.release(page);
  },
);

test("the payment step is accessible in four languages, and a time that was lost costs nothing", async () => {
  const { path, startsAt } = await offered();
  const page = await show(`${path}?lang=en`, { width: 320 });
  await expectAccessible(page);
  await takeScreenshot(page, "offer");
  await page.setViewportSize({ width: 320, height: 700 });
  const checkout = await toPayment(page);
  await expectAccessible(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(320);
  await takeScreenshot(page, "pay");
  for (const [language, title] of [
    ["de", "Anzahlung leisten"],
    ["fr", "Payer l’acompte"],
    ["es", "Pagar el depósito"],
  ] as const) {
    const url = new URL(page.url());
    url.searchParams.set("lang", language);
    await page.goto(url.href);
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    await expectAccessible(page);
  }
  const paid = salon.stripe.paysOnPage(checkout.id);
  await salon.book(startsAt, salon.salon.cut, salon.salon.anna);
  await page.goto(checkout.success_url);
  await page.getByText(/^This offer has ended\. Your deposit was not charged/).waitFor();
  expect(paid.status).toBe("canceled");
  await expectAccessible(page);
  await pages.release(page);
});
