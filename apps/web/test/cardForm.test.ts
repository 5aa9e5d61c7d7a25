import type { Page, Route } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { waitlistUrl } from "../../../server/src/features/booking/manage-links/index.ts";
import { setPolicy } from "../../../server/src/features/business/policies/index.ts";
import { type DepositApp, depositApp } from "../../../server/test/fixtures/depositApp.ts";
import { sql } from "../../../server/test/fixtures/sql.ts";
import { CARDS } from "../../../server/test/fixtures/stripeBrowserDouble.ts";
import type { Intent } from "../../../server/test/fixtures/stripeDouble.ts";
import { TEST_SECRET } from "../../../server/test/fixtures/testApp.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";
import { expectAccessible } from "./accessible.ts";
import { type BookingPageOptions, type BookingPages, bookingPages } from "./bookingSite.ts";
import { openReview } from "./reviewPage.ts";

let salon: DepositApp;
let pages: BookingPages;
/** The origin of the Stripe double, which the Content-Security-Policy of a page with the card form allows. */
let stripe: string;
beforeAll(async () => {
  ensureBuilt();
  salon = await depositApp();
  stripe = `http://127.0.0.1:${salon.stripe.port}`;
  pages = await bookingPages(await salon.app.listen({ port: 0, host: "127.0.0.1" }));
});
beforeEach(() => salon.stripe.heard.splice(0));

const BOOKED = { name: "Your appointment is booked", exact: true };
const newest = (): Intent => {
  const intent = [...salon.stripe.intents.values()].at(-1);
  if (intent === undefined) throw new Error("The double has no intent.");
  return intent;
};
const payButton = (page: Page) => page.getByRole("button", { name: "Pay €18.00", exact: true });
const onPage = (page: Page) => page.getByRole("link", { name: "Pay €18.00 on Stripe’s page", exact: true });
const confirmations = () => salon.stripe.heard.filter(({ path }) => path === "/browser/confirm").length;

/** Opens the payment step. If `before` is given, runs it on the review page and does not wait until the card form has loaded. */
async function toForm(
  options: BookingPageOptions & { isLate?: boolean; before?: (page: Page) => Promise<unknown> } = {},
) {
  const { before, ...context } = options;
  const page = await openReview(salon, pages.open, context);
  await before?.(page);
  await page.getByRole("button", { name: "Continue to the deposit", exact: true }).click();
  await page.getByRole("heading", { name: "Pay the deposit", exact: true }).waitFor();
  if (before === undefined) await payButton(page).waitFor();
  return page;
}

async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel("Card number", { exact: true }).fill(card);
  await payButton(page).click();
}

async function expectBooked(page: Page, intent: Intent): Promise<void> {
  await page.getByRole("heading", BOOKED).waitFor();
  await page.getByText("Deposit paid", { exact: true }).waitFor();
  expect(intent.status).toBe("succeeded");
  await pages.release(page);
}

const shots = process.env.SHOTS;
async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return;
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true });
  }
}

describe("the card form", () => {
  test("accepts a card entered by keyboard and books, and only its page allows Stripe's sources", async () => {
    const policies = new Map<string, string>();
    const page = await toForm({
      before: async (page) =>
        page.on("response", async (answer) => {
          const policy = answer.headers()["content-security-policy"];
          const { pathname } = new URL(answer.url());
          if (policy !== undefined) policies.set(pathname.split("/").at(-1) ?? "", policy);
        }),
    });
    await payButton(page).waitFor();
    await page.getByLabel("Card number", { exact: true }).focus();
    await page.keyboard.type(CARDS.accepted);
    await page.keyboard.press("Enter");
    const intent = newest();
    await page.getByRole("heading", BOOKED).waitFor();
    expect(intent).toMatchObject({ amount: 1_800, capture_method: "manual", account: salon.accountId });
    expect(policies.get("pay")).toContain(`script-src 'self' ${stripe};`);
    expect(policies.get("pay")).toContain(`connect-src 'self' ${stripe};`);
    expect(policies.get("booked")).toContain("script-src 'self';");
    expect(policies.get("booked")).not.toContain(stripe);
    await expectBooked(page, intent);
  });

  test("shows why a card was declined, keeps the number, and accepts another card", async () => {
    const page = await toForm();
    await pay(page, CARDS.declined);
    await page.getByRole("alert").getByText("Your card was declined.", { exact: true }).waitFor();
    expect(await page.getByLabel("Card number", { exact: true }).inputValue()).toBe(CARDS.declined);
    await expectAccessible(page);
    await takeScreenshot(page, "declined");
    const intent = newest();
    await pay(page, CARDS.accepted);
    await expectBooked(page, intent);
  });

  test("lets the client authenticate with the bank, and again after a failed authentication", async () => {
    const page = await toForm();
    await pay(page, CARDS.authenticated);
    await page.getByRole("button", { name: "Fail authentication", exact: true }).click();
    await page.getByText("We are unable to authenticate your payment method.", { exact: true }).waitFor();
    const intent = newest();
    await payButton(page).click();
    await page.getByRole("button", { name: "Complete authentication", exact: true }).click();
    await expectBooked(page, intent);
  });

  // "after" is the case in which a repeated payment could charge twice.
  test.each(isFullRun ? (["before", "after"] as const) : (["after"] as const))(
    "books once when the connection is lost %s Stripe has taken the card",
    async (when) => {
      const page = await toForm();
      const intent = newest();
      const lose = async (route: Route) => {
        if (when === "after") await route.fetch();
        await route.abort();
      };
      await page.route(`${stripe}/browser/confirm`, lose, { times: 1 });
      await pay(page, CARDS.accepted);
      await page.getByText(/^The connection was lost\. Nothing is charged twice/).waitFor();
      await payButton(page).click();
      await expectBooked(page, intent);
    },
  );

  test("books after the connection was lost between the payment and the booking", async () => {
    const page = await toForm();
    const intent = newest();
    await page.route(/\/paid\?/, (route) => route.abort(), { times: 1 });
    await pay(page, CARDS.accepted);
    await page.getByText(/^The connection was lost\. Nothing is charged twice/).waitFor();
    await page.getByText(/^You are offline\. Nothing is lost/).waitFor();
    await payButton(page).click();
    await expectBooked(page, intent);
    expect(confirmations()).toBe(1);
  });

  test("pays once for a double click", async () => {
    const page = await toForm();
    const intent = newest();
    await page.getByLabel("Card number", { exact: true }).fill(CARDS.accepted);
    await payButton(page).dblclick();
    await expectBooked(page, intent);
    expect(confirmations()).toBe(1);
  });

  const unreachable = [
    ["is blocked", (page: Page) => page.route(`${stripe}/v3/`, (route) => route.abort())],
    ["does not answer for 8 seconds", (page: Page) => page.route(`${stripe}/v3/`, () => undefined)],
  ] as const;
  // `npm test` opens the page of a waitlist offer with a blocked Stripe.js, which the same script handles.
  test.each(isFullRun ? unreachable : unreachable.slice(1))(
    "is replaced by Stripe's page when Stripe.js %s",
    async (_, before) => {
      const page = await toForm({ before });
      const first = newest();
      await page.getByText(/^The card form could not be loaded/).waitFor();
      const url = await onPage(page).getAttribute("href");
      expect(first.status).toBe("canceled");
      const checkout = [...salon.stripe.checkouts.values()].find((one) => one.url === url);
      const paid = salon.stripe.paysOnPage(checkout?.id ?? "");
      await page.goto(checkout?.success_url ?? "");
      await expectBooked(page, paid);
    },
  );

  test("is not shown without JavaScript", async () => {
    const page = await toForm({ javaScriptEnabled: false, before: async () => undefined });
    await onPage(page).waitFor();
    expect(await page.locator("[data-card]").count()).toBe(0);
    await pages.release(page);
  });

  test("books an expired hold whose time is free, and keeps every choice when the payment has ended", async () => {
    // Chooses a late start time. After the test sets the clock forward, the first start time of the day may be too soon to book online.
    const free = await toForm({ isLate: true });
    const paid = newest();
    salon.later(25);
    await pay(free, CARDS.accepted);
    await expectBooked(free, paid);

    const page = await toForm({ isLate: true });
    const intent = newest();
    salon.later(25);
    expect(await salon.jobs()).toEqual([]);
    expect(intent.status).toBe("canceled");
    await pay(page, CARDS.accepted);
    await page.getByText(/^This time is no longer held for you\. Everything you entered is kept/).waitFor();
    await page
      .getByRole("button", { name: /^\d+:\d\d$/ })
      .first()
      .click();
    // The review page shows the visitor's name. If the visitor's token has expired because the test set the clock forward, the
    // page instead asks the visitor to enter the e-mail address or the details again.
    await page
      .getByText(/Zoë Grünwald|Enter your/)
      .first()
      .waitFor();
    await pages.release(page);
  });

  test("is skipped when the client returns after closing the tab, and a late webhook changes nothing", async () => {
    const page = await toForm();
    const intent = newest();
    const url = page.url();
    await page.goto("about:blank");
    salon.stripe.pays(intent.id);
    expect((await salon.webhook("payment_intent.amount_capturable_updated", intent)).statusCode).toBe(200);
    expect(intent.status).toBe("succeeded");
    await page.goto(url);
    await page.getByRole("heading", BOOKED).waitFor();
    expect((await salon.webhook("payment_intent.amount_capturable_updated", intent)).statusCode).toBe(200);
    const deposits = (await salon.deposits()).filter(
      ({ id }: { id: string }) => id === intent.metadata.payment_id,
    );
    expect(deposits).toMatchObject([{ status: "held" }]);
    await expectBooked(page, intent);
  });

  test("charges nothing when the time was taken before the payment", async () => {
    const page = await toForm();
    const intent = newest();
    const { salon: ids, database } = salon;
    const id = intent.metadata.payment_id ?? "";
    const [hold] = await sql(database)<{ starts_at: number }>`
      select starts_at from holds where business_id = ${ids.businessId} and id = ${id}`;
    const startsAt = new Date(hold?.starts_at ?? 0).toISOString();
    for (const staffId of [ids.anna, ids.ben]) await salon.book(startsAt, ids.cut, staffId);
    await pay(page, CARDS.accepted);
    await page.getByText(/^This time has just been taken\. Nothing was charged/).waitFor();
    expect(intent.status).toBe("canceled");
    await pages.release(page);
  });

  const labels = [
    ["en", "Pay €18.00"],
    ["de", "18,00 € zahlen"],
    ["fr", "Payer 18,00 €"],
    ["es", "Pagar 18,00 €"],
  ] as const;
  // A full run checks all four languages in each scheme. `npm test` checks each language in one scheme.
  const inScheme = [
    ["light", isFullRun ? labels : labels.slice(0, 2)],
    ["dark", isFullRun ? labels : labels.slice(2)],
  ] as const;
  test("is accessible at 320 pixels in every language, light and dark", async () => {
    const page = await toForm({ viewport: { width: 320, height: 700 } });
    for (const [colorScheme, shown] of inScheme) {
      await page.emulateMedia({ colorScheme });
      for (const [language, label] of shown) {
        const url = new URL(page.url());
        url.searchParams.set("lang", language);
        await page.goto(url.href);
        await page.getByRole("button", { name: label, exact: true }).waitFor();
        await expectAccessible(page);
      }
      await takeScreenshot(page, `form-${colorScheme}`);
    }
    await pages.release(page);
  });
});

/** Offers a start time to a client on the waitlist. Returns the path of the entry's page. */
async function offered(startsAt: string): Promise<string> {
  await salon.owner("PUT", "/booking-page", { waitlist_mode: "manual" });
  const day = startsAt.slice(0, 10);
  const { businessId, locationId, cut, anna } = salon.salon;
  const client_id = await salon.addClient({ email: `offer-${day}@example.com` });
  const items = [{ service_id: cut, staff_id: anna }];
  const body = { client_id, location_id: locationId, items, windows: [{ from: day, to: day }] };
  const { id } = (await salon.owner("POST", "/waitlist", body)).body.data;
  const made = await salon.owner("POST", `/waitlist/${id}/offers`, { starts_at: startsAt, items });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return waitlistUrl("", TEST_SECRET, { businessId, id });
}

const WIDE = { viewport: { width: 1280, height: 720 } };

test("the card form pays the deposit of a waitlist offer, also after a declined card", async () => {
  const page = await pages.open(await offered("2027-03-16T09:00:00Z"), WIDE);
  await page.getByRole("button", { name: "Continue to the deposit", exact: true }).click();
  await payButton(page).waitFor();
  const intent = newest();
  await expectAccessible(page);
  await takeScreenshot(page, "offer-form");
  await pay(page, CARDS.declined);
  await page.getByText("Your card was declined.", { exact: true }).waitFor();
  await pay(page, CARDS.accepted);
  await page.getByRole("heading", { name: "Your appointment", exact: true }).waitFor();
  expect(intent.status).toBe("succeeded");
  await pages.release(page);
});

test("a waitlist offer shows Stripe's page when the card form cannot be loaded", async () => {
  const page = await pages.open(await offered("2027-03-23T09:00:00Z"), WIDE);
  await page.route(`${stripe}/v3/`, (route) => route.abort());
  await page.getByRole("button", { name: "Continue to the deposit", exact: true }).click();
  await page.getByText(/^The card form could not be loaded/).waitFor();
  await onPage(page).waitFor();
  await pages.release(page);
});

test("the card form saves a card without a deposit", async () => {
  const { database, clock, salon: ids } = salon;
  const terms = {
    cancellation_window_minutes: 1440,
    late_cancel_fee: { kind: "amount" as const, amount: { amount: 1_000, currency: "EUR" } },
    card_required: true,
  };
  const when = { now: clock.now(), ifMatch: null };
  await database.transaction((tx) => setPolicy(tx, ids.businessId, terms, when));
  const page = await openReview(salon, pages.open);
  await page.getByRole("button", { name: "Continue to your card", exact: true }).click();
  const button = page.getByRole("button", { name: "Save the card and book", exact: true });
  await button.waitFor();
  await expectAccessible(page);
  await takeScreenshot(page, "save-card");
  await page.getByLabel("Card number", { exact: true }).fill(CARDS.accepted);
  await button.click();
  await page.getByRole("heading", BOOKED).waitFor();
  expect([...salon.stripe.setups.values()].at(-1)?.status).toBe("succeeded");
  await page.getByRole("link", { name: "Change or cancel", exact: true }).click();
  await page.getByText("Saved for fees: Visa card ending in 4242", { exact: true }).waitFor();
  await pages.release(page);
});
