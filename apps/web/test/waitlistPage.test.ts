import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { codeIn } from "../../../server/test/fixtures/bookingApp.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { expectAccessible } from "./accessible.ts";
import { openBookingSite } from "./bookingSite.ts";

let visitors = 0;
const site = await openBookingSite();
const owner = await signedInMember(site, "owner");
expect((await owner("PUT", "/booking-page", { waitlist_mode: "manual" })).status).toBe(200);

/** Joins the waitlist for a cut with a new address. Ends on the page of the entry. */
async function join(page: Page, isScripted: boolean, fill?: () => Promise<void>): Promise<void> {
  visitors++;
  await page.getByRole("checkbox", { name: /^Cut/ }).check();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  await page.getByRole("link", { name: "Join the waitlist", exact: true }).click();
  await page.getByRole("heading", { name: "Your e-mail address", exact: true }).waitFor();
  await page.getByLabel("E-mail", { exact: true }).fill(`waiting-${visitors}@example.com`);
  const sent = site.emails.length;
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await page.getByRole("heading", { name: "Enter your code", exact: true }).waitFor();
  await expect.poll(() => site.emails.length, { timeout: 60_000 }).toBeGreaterThan(sent);
  await page.getByLabel("Code", { exact: true }).fill(codeIn(site.emails));
  if (!isScripted) await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByRole("heading", { name: "Your details", exact: true }).waitFor();
  await page.getByLabel("First name", { exact: true }).fill("Zoë");
  await page.getByLabel("Last name", { exact: true }).fill("Grünwald");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Join the waitlist", exact: true }).waitFor();
  await fill?.();
  await page.getByRole("button", { name: "Join the waitlist", exact: true }).click();
  await page.getByRole("heading", { name: "Your place on the waitlist", exact: true }).waitFor();
}

/** Offers a start time to the newest entry, as the owner. Returns the entry's id. */
async function offer(startsAt: string): Promise<string> {
  const { items } = (await owner("GET", "/waitlist?status=waiting")).body.data;
  const { id } = items.at(-1);
  const body = {
    starts_at: startsAt,
    items: [{ service_id: site.salon.cut, staff_id: site.salon.anna }],
  };
  const made = await owner("POST", `/waitlist/${id}/offers`, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return id;
}

test("habits 51, 57: without JavaScript a visitor joins the waitlist and accepts an offer", async () => {
  const page = await site.open(`/b/${site.slug}?lang=en`, { javaScriptEnabled: false });
  await join(page, false, async () => {
    await page.getByLabel("Until", { exact: true }).fill("2027-02-01");
    await page.getByRole("button", { name: "Join the waitlist", exact: true }).click();
    await page.getByText("Choose a first and a last day within the next year.", { exact: true }).waitFor();
    await page.getByLabel("Until", { exact: true }).fill("2027-03-20");
    await page.getByRole("checkbox", { name: "Evening", exact: true }).uncheck();
    await page.getByRole("checkbox", { name: "Sun", exact: true }).uncheck();
    await page.getByLabel(/^Note for/).fill("<b>Any</b> time");
  });
  await page.getByText(/^You are on the waitlist\. We write to you/).waitFor();
  const [entry] = (await owner("GET", "/waitlist")).body.data.items;
  expect(entry).toMatchObject({
    source: "online",
    note: "<b>Any</b> time",
    windows: [
      { from: "2027-03-01", to: "2027-03-20", weekdays: [1, 2, 3, 4, 5, 6], starts: "00:00", ends: "13:00" },
      { starts: "12:00", ends: "18:00" },
    ],
  });
  const id = await offer("2027-03-09T10:00:00+01:00");
  await page.reload();
  await page.getByRole("heading", { name: "A time is free for you", exact: true }).waitFor();
  await page.getByText(/^Tuesday,? 9 March 2027$/).waitFor();
  await page.getByText(/^Please answer by /).waitFor();
  await page.getByRole("button", { name: "Accept", exact: true }).click();
  await page.getByRole("heading", { name: "Your appointment", exact: true }).waitFor();
  expect((await owner("GET", `/waitlist/${id}`)).body.data.status).toBe("booked");
  await page.goBack();
  await page.reload();
  await page.getByRole("link", { name: "Your appointment", exact: true }).waitFor();
  await site.release(page);
});

test("a visitor declines an offer and leaves; each page is accessible, in four languages and not indexed", async () => {
  const page = await site.open(`/b/${site.slug}?lang=en`, { viewport: { width: 320, height: 700 } });
  await join(page, true, () => expectAccessible(page));
  await expectAccessible(page);
  const path = new URL(page.url()).pathname;
  const url = (language: string) => `${path}?lang=${language}`;
  await offer("2027-03-10T10:00:00+01:00");
  for (const [language, title] of [
    ["de", "Eine Zeit ist für Sie frei"],
    ["fr", "Un créneau est libre pour vous"],
    ["es", "Hay una hora libre para usted"],
    ["en", "A time is free for you"],
  ] as const) {
    await page.goto(url(language));
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    expect(await page.getAttribute('meta[name="robots"]', "content")).toBe("noindex");
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Decline", exact: true }).click();
  await page.getByText(/^Thank you for telling us\./).waitFor();
  await expectAccessible(page);
  // Opens the page with the notice that is shown when a client responds to an offer that has ended.
  await page.goto(`${url("en")}&notice=offerEnded`);
  await page.getByText(/^This offer has ended\./).waitFor();
  await page.getByRole("link", { name: "Leave the waitlist", exact: true }).click();
  await page.getByRole("heading", { name: "Leave the waitlist?", exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Leave the waitlist", exact: true }).click();
  await page.getByText("You have left the waitlist.", { exact: true }).waitFor();
  await expectAccessible(page);
  expect((await site.app.inject({ method: "GET", url: "/w/no-such-token" })).statusCode).toBe(404);
  await site.release(page);
});

test("a business whose waitlist is off does not show it", async () => {
  expect((await owner("PUT", "/booking-page", { waitlist_mode: "off" })).status).toBe(200);
  const page = await site.open(`/b/${site.slug}?lang=en`, { javaScriptEnabled: false });
  await page.getByRole("checkbox", { name: /^Cut/ }).check();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Join the waitlist", exact: true }).count()).toBe(0);
  await site.release(page);
});
