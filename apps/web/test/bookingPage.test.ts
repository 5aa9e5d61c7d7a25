import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { manageUrl } from "../../../server/src/features/booking/manage-links/index.ts";
import { replacePublishing } from "../../../server/src/features/business/locations/publishing.ts";
import { bookingApp, codeIn } from "../../../server/test/fixtures/bookingApp.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { TEST_SECRET } from "../../../server/test/fixtures/testApp.ts";
import { expectAccessible } from "./accessible.ts";
import { openBookingSite } from "./bookingSite.ts";

let visitors = 0;
const site = await openBookingSite();

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: "GET", url, headers });

/** Chooses a service and opens its start times. */
async function chooseService(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
}

/**
 * Chooses a start time on the shown day, verifies a new e-mail address and enters a name. Ends on the review page. Returns the e-mail
 * address.
 */
async function enterDetails(page: Page, start: string, isScripted = true): Promise<string> {
  visitors++;
  const email = `visitor-${visitors}@example.com`;
  await page.getByRole("button", { name: start, exact: true }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  const sent = site.emails.length;
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await page.getByRole("heading", { name: "Enter your code", exact: true }).waitFor();
  await expect.poll(() => site.emails.length).toBeGreaterThan(sent);
  await page.getByLabel("Code", { exact: true }).fill(codeIn(site.emails));
  if (!isScripted) await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByRole("heading", { name: "Your details", exact: true }).waitFor();
  await page.getByLabel("First name", { exact: true }).fill("Zoë");
  await page.getByLabel("Last name", { exact: true }).fill("Grünwald");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Review and book", exact: true }).waitFor();
  return email;
}

test("habit 48: services and prices are in the HTML, with structured data, a strict policy and four languages", async () => {
  const page = await get(`/b/${site.slug}`, { "accept-language": "fr;q=0.3, de-AT" });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<html lang="de">');
  expect(page.body).toContain("Leistungen");
  expect(page.body).toMatch(/"@type":"Offer"/);
  expect(page.body).toMatch(
    new RegExp(`rel="alternate" hreflang="fr" href="[^"]+/b/${site.slug}\\?lang=fr"`),
  );
  expect(page.body).toMatch(/property="og:title" content="[^"]+"/);
  expect(page.body).toMatch(/\d,\d\d\s€/);
  expect(page.body).toMatch(new RegExp(`rel="canonical" href="[^"]+/b/${site.slug}"`));
  expect((await get(`/b/${site.slug}?lang=fr`)).body).toMatch(/rel="canonical" href="[^"]+\?lang=fr"/);
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:/);
  expect(page.headers["referrer-policy"]).toBe("no-referrer");
  const same = await get(`/b/${site.slug}`, {
    "if-none-match": String((await get(`/b/${site.slug}`)).headers.etag),
  });
  expect(same.statusCode).toBe(304);
  expect((await get(`/b/${site.slug}?lang=es`)).body).toContain("Elija hasta 5 servicios");
  expect((await get("/b/no-such-salon")).statusCode).toBe(404);
  expect((await get(`/b/${site.slug}/nonsense`)).statusCode).toBe(404);
  const embedded = await get(`/b/${site.slug}?embed=1`);
  expect(String(embedded.headers["content-security-policy"])).toContain("frame-ancestors *");
  const owner = await signedInMember(site, "owner");
  await owner("PUT", "/booking-page", { origins: ["https://www.example.com"] });
  const limited = await get(`/b/${site.slug}?embed=1`);
  // `'self'` allows the preview in the business app.
  expect(String(limited.headers["content-security-policy"])).toContain(
    "frame-ancestors 'self' https://www.example.com",
  );
  await owner("PUT", "/booking-page", {});
  expect(embedded.body).toContain('content="noindex"');
});

test("a business without a published location answers 403 without a reason", async () => {
  const closed = await bookingApp({ beside: site });
  const { businessId, locationId } = closed.salon;
  await closed.database.transaction((tx) =>
    replacePublishing(tx, businessId, locationId, { isPublished: false, now: closed.clock.now() }),
  );
  const page = await get(`/b/${closed.slug}?lang=en`);
  expect(page.statusCode).toBe(403);
  expect(page.body).toContain("Online booking is not available");
});

test("texts of the business cannot become markup", async () => {
  const hostile = await bookingApp({ beside: site });
  await hostile.addService({ name: "</script><script>alert(1)</script>", description: '"><img src=x>' });
  const { body } = await get(`/b/${hostile.slug}`);
  expect(body).not.toContain("<script>alert");
  expect(body).not.toContain("<img");
});

test("scripts and pages stay within their sizes", async () => {
  const folder = join(import.meta.dirname, "..", "..", "booking", "dist", "client");
  const bytes = (file: string) => gzipSync(readFileSync(join(folder, file))).length;
  // Excludes the kiosk's scripts, which the booking page does not load.
  const scripts = readdirSync(join(folder, "assets")).filter((name) => /^(page|solver)-.*\.js$/.test(name));
  expect(scripts.length).toBeGreaterThan(1);
  expect(scripts.reduce((sum, name) => sum + bytes(`assets/${name}`), 0)).toBeLessThanOrEqual(25_000);
  expect(bytes("embed.js")).toBeLessThanOrEqual(4_000);
  const large = await bookingApp({ beside: site });
  for (let index = 0; index < 50; index++)
    await large.addService({
      name: `Service number ${index}`,
      description: `Description of ${index * 7919}`,
    });
  const page = await get(`/b/${large.slug}`);
  expect(brotliCompressSync(page.body).length).toBeLessThanOrEqual(30_000);
  const cart = await site.open(`/b/${large.slug}?lang=en`);
  for (let index = 0; index < 6; index++) await cart.locator("[name=service]").nth(index).click();
  await cart.locator("[data-sum]", { hasText: "Choose between 1 and 5 services." }).waitFor();
  expect(await cart.locator("[name=service]:checked").count()).toBe(5);
  await site.release(cart);
  const script = await get(/src="(\/booking\/assets\/[^"]+)"/.exec(page.body)?.[1] ?? "");
  expect([script.statusCode, script.headers["cache-control"]]).toEqual([
    200,
    "public, max-age=31536000, immutable",
  ]);
  expect((await get("/embed.js")).headers["cross-origin-resource-policy"]).toBe("cross-origin");
});

test("without JavaScript a visitor books, and cancels by the manage link", async () => {
  const page = await site.open(`/b/${site.slug}?lang=en`, { javaScriptEnabled: false });
  await chooseService(page, /^Cut/);
  await enterDetails(page, "9:00", false);
  await page.getByRole("button", { name: "Book appointment", exact: true }).click();
  await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Change or cancel", exact: true }).click();
  await page.getByRole("link", { name: "Cancel appointment", exact: true }).click();
  await page.getByRole("heading", { name: "Cancel this appointment?", exact: true }).waitFor();
  expect(await page.textContent("main")).toContain("Cancelling now is free of charge.");
  await page.getByRole("button", { name: "Cancel the appointment", exact: true }).click();
  await page.getByText("The appointment is cancelled.", { exact: true }).waitFor();
  await site.release(page);
});

test("habits 49, 50, 52, 53, 55, 56: a booking, accessible at every step", async () => {
  await site.addService({ name: "Blow-dry", duration_minutes: 30 });
  const page = await site.open(`/b/${site.slug}?lang=en`, { viewport: { width: 320, height: 700 } });
  await page.getByRole("checkbox", { name: /^Blow-dry/ }).check();
  await page.locator("[data-sum]", { hasText: "1 service · 30 min · €50.00" }).waitFor();
  await expectAccessible(page);
  await chooseService(page, /^Cut/);
  const any = page.getByRole("link", { name: /Any team member$/ });
  await any.waitFor();
  expect(await any.getAttribute("aria-current")).toBe("true");
  await page.getByText("All times are local times of the salon: Europe/Berlin.", { exact: true }).waitFor();
  await expectAccessible(page);
  const day = page.getByRole("link", { name: /^Monday,? 1 March 2027, \d+ times$/ });
  await day.focus();
  await page.keyboard.press("ArrowRight");
  await page.locator('[data-date="2027-03-02"]:focus').waitFor();
  await page.keyboard.press("End");
  await page.locator('[data-date="2027-03-07"]:focus').waitFor();
  await page.keyboard.press("Home");
  await page.locator('[data-date="2027-03-01"]:focus').waitFor();
  expect(await page.locator('[data-date][tabindex="0"]').count()).toBe(1);
  await page.keyboard.press("PageDown");
  await page.getByRole("heading", { name: "April 2027", exact: true }).waitFor();
  await page.locator('[data-date^="2027-04"]:focus').waitFor();
  await page.keyboard.press("PageUp");
  await page.getByRole("heading", { name: "March 2027", exact: true }).waitFor();
  await page.getByRole("link", { name: /^Monday,? 1 March 2027, \d+ times$/ }).click();
  await page.getByRole("heading", { name: /^Monday,? 1 March 2027$/ }).waitFor();
  await enterDetails(page, "10:00");
  await page.getByText(/^Held for you for \d+:\d\d$/).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "5 more minutes", exact: true }).click();
  await page.getByRole("button", { name: "5 more minutes", exact: true }).waitFor({ state: "detached" });
  await page.getByText("You can cancel free of charge.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Book appointment", exact: true }).click();
  await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
  await page.getByText(/^Reference [2-9A-Z]{6}$/).waitFor();
  const hrefOf = async (name: string | RegExp) =>
    decodeURIComponent(String(await page.getByRole("link", { name }).getAttribute("href")));
  expect(await hrefOf(/^Google$/)).toContain("dates=20270301T090000Z/");
  expect(await hrefOf(/^Outlook$/)).toContain("startdt=2027-03-01T09:00:00.000Z");
  expect(await hrefOf(/Lindenstr/)).toContain("openstreetmap.org/search?query=Lindenstr.+1");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Change or cancel", exact: true }).click();
  await page.getByRole("link", { name: "Choose another time", exact: true }).click();
  await page.getByRole("heading", { name: "Choose another time", exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "11:00", exact: true }).click();
  await page.getByText(/^The appointment has been moved\./).waitFor();
  await expectAccessible(page);
  await site.release(page);
});

test("habit 51: the times open on the first day that has any", async () => {
  await site.addService({ name: "Gloss", min_notice_minutes: 3 * 24 * 60 });
  const page = await site.open(`/b/${site.slug}?lang=en`, { javaScriptEnabled: false });
  await chooseService(page, /^Gloss/);
  await page.getByRole("heading", { name: /^Thursday,? 4 March 2027$/ }).waitFor();
  await page.getByRole("link", { name: /^Tuesday,? 2 March 2027, 0 times$/ }).click();
  await page.getByText("No free times on this day.", { exact: true }).waitFor();
  await page.getByRole("link", { name: /^Next: Thu/ }).click();
  await page.getByRole("heading", { name: /^Thursday,? 4 March 2027$/ }).waitFor();
  await site.release(page);
});

test("habit 54: when staff book the time meanwhile, the page keeps every typed word and offers other times", async () => {
  const { anna } = site.salon;
  const wax = await site.addService({ name: "Waxing", staff: [{ staff_id: anna }], duration_minutes: 60 });
  const page = await site.open(`/b/${site.slug}?lang=en`, { colorScheme: "dark" });
  await page.getByRole("checkbox", { name: /^Waxing/ }).check();
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  await page.getByRole("heading", { name: /^Monday,? 1 March 2027$/ }).waitFor();
  await enterDetails(page, "14:00");
  await page.getByLabel(/^Note for/).fill("I have long hair");
  expect((await site.book("2027-03-01T14:00:00+01:00", wax)).status).toBe(201);
  await page.getByRole("button", { name: "Book appointment", exact: true }).click();
  await page.getByText(/^This time has just been taken\./).waitFor();
  await expectAccessible(page);
  await page
    .getByRole("group", { name: "Available instead", exact: true })
    .getByRole("button")
    .first()
    .click();
  await page.getByRole("heading", { name: "Review and book", exact: true }).waitFor();
  await page.getByText(/^Zoë Grünwald/).waitFor();
  expect(await page.getByLabel(/^Note for/).inputValue()).toBe("I have long hair");
  await page.getByRole("button", { name: "Book appointment", exact: true }).click();
  await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
  await site.release(page);
});

test("a link chooses service, staff member, day and language in advance", async () => {
  const { cut, ben } = site.salon;
  const url = `/b/${site.slug}?service=${cut}&staff=${ben}&date=2027-03-04&utm_source=mail&lang=de`;
  const page = await site.open(url);
  await page.getByRole("checkbox", { name: /^Cut/, checked: true }).waitFor();
  await page.getByRole("button", { name: "Weiter", exact: true }).click();
  await page.getByRole("heading", { name: /^Donnerstag, 4\. März 2027$/ }).waitFor();
  const chosen = page.getByRole("link", { name: /Ben/ });
  expect(await chosen.getAttribute("aria-current")).toBe("true");
  await site.release(page);
});

test("habit 53: an expired hold keeps every choice and typed word, and is booked while the time is free", async () => {
  const now = site.clock.now();
  const page = await site.open(`/b/${site.slug}?lang=en&date=2027-03-11`);
  await chooseService(page, /^Cut/);
  await enterDetails(page, "12:00");
  site.clock.set(now + 20 * 60_000);
  await page.reload();
  await page
    .getByText("The time is no longer held. You can still book it while it is free.", { exact: true })
    .waitFor();
  await page.getByText(/^Zoë Grünwald/).waitFor();
  await page.getByLabel(/^Note for/).fill("By the window");
  await page.getByRole("button", { name: "Book appointment", exact: true }).click();
  await page.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
  await site.release(page);
});

test("without a connection the page says so and keeps what was typed, and continues afterwards", async () => {
  const page = await site.open(`/b/${site.slug}?lang=en&date=2027-03-12`);
  await chooseService(page, /^Cut/);
  await page.getByRole("button", { name: "12:00", exact: true }).click();
  await page.getByLabel("E-mail", { exact: true }).fill("offline@example.com");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await page.getByText(/^You are offline\. Nothing is lost/).waitFor();
  expect(await page.getByLabel("E-mail", { exact: true }).inputValue()).toBe("offline@example.com");
  await page.context().setOffline(false);
  await page.getByText(/^You are offline\. Nothing is lost/).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Send code", exact: true }).click();
  await page.getByRole("heading", { name: "Enter your code", exact: true }).waitFor();
  await site.release(page);
});

test("the link in the e-mail with the code verifies the address on a button, not when it is opened", async () => {
  const page = await site.open(`/b/${site.slug}?lang=en`);
  const { id } = (await site.visit("POST", "/codes", { email: "link@example.com" })).body.data;
  const link = new RegExp(`/b/${site.slug}/code/${id}\\?code=\\d{6}`).exec(
    site.emails.at(-1)?.text ?? "",
  )?.[0];
  await page.goto(`${link}&lang=en`);
  await page.getByRole("heading", { name: "Confirm your e-mail address", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByText(/^Your e-mail address is confirmed\./).waitFor();
  await site.release(page);
});

test("going back and reloading keep the services, the held time and every typed word", async () => {
  const page = await site.open(`/b/${site.slug}?lang=en`);
  await chooseService(page, /^Cut/);
  await page.getByRole("button", { name: "16:00", exact: true }).click();
  await page.getByRole("heading", { name: "Your e-mail address", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("checkbox", { name: /^Cut/, checked: true }).waitFor();
  await page.goForward();
  await page.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  await enterDetails(page, "16:00");
  await page.goBack();
  await page.getByRole("heading", { name: "Your details", exact: true }).waitFor();
  expect(await page.getByLabel("First name", { exact: true }).inputValue()).toBe("Zoë");
  await page.reload();
  await page.getByRole("heading", { name: "Your details", exact: true }).waitFor();
  expect(await page.getByLabel("Last name", { exact: true }).inputValue()).toBe("Grünwald");
  await site.release(page);
});

test("the confirm button of a reminder opens a page, which confirms when its button is pressed", async () => {
  const { cut, anna } = site.salon;
  const clientId = await site.addClient({ first_name: "Ada", email: "reminded@example.com" });
  const booked = await site.book("2027-03-15T10:00:00+01:00", cut, anna, { client_id: clientId });
  const { id } = booked.body.data;
  const confirmedAt = async () =>
    (await site.call("GET", `/appointments/${id}?include=client_confirmed_at`)).body.data.client_confirmed_at;
  const url = manageUrl("", TEST_SECRET, { businessId: site.salon.businessId, appointmentId: id });
  const page = await site.open(`${url}/confirm?lang=en`, { javaScriptEnabled: false });
  await page.getByRole("heading", { name: "Are you coming?", exact: true }).waitFor();
  expect(await confirmedAt()).toBeNull();
  await page.getByRole("button", { name: "Yes, I am coming", exact: true }).click();
  await page.getByText("Thank you! The team knows that you are coming.", { exact: true }).waitFor();
  expect(await confirmedAt()).not.toBeNull();
  await page.goto(`${url}/confirm?lang=en`);
  await page.getByText("You have confirmed that you are coming.", { exact: true }).waitFor();
  await site.release(page);
});

test("a visitor of an address with many holds continues after a proof of work", async () => {
  const { locationId, cut } = site.salon;
  for (const hour of ["09", "11", "13"])
    await site.visit(
      "POST",
      "/holds",
      {
        location_id: locationId,
        starts_at: `2027-03-05T${hour}:00:00+01:00`,
        items: [{ service_id: cut, staff_id: "any" }],
      },
      { address: "127.0.0.1" },
    );
  const page = await site.open(`/b/${site.slug}?lang=en`);
  await chooseService(page, /^Cut/);
  await page.getByRole("button", { name: "15:00", exact: true }).click();
  await page.getByRole("heading", { name: "Your e-mail address", exact: true }).waitFor();
  await site.release(page);
});
