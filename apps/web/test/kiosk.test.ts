import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { FIELDS } from "../../../server/test/fixtures/formFixture.ts";
import { type PairedKiosk, pairedKiosk } from "../../../server/test/fixtures/kioskApp.ts";
import { signedInMember } from "../../../server/test/fixtures/signedInMember.ts";
import { expectAccessible as expectNoViolations } from "./accessible.ts";
import { openBookingSite } from "./bookingSite.ts";

let kiosk: PairedKiosk;
let pages: Page[] = [];
const PIN = "314159";
/** Text that runs as a script if a page does not escape it. */
const HOSTILE = "<img src=x onerror=\"document.title='hacked'\">";

const site = await openBookingSite();
// Monday, 1 March 2027, 10:30 in Berlin.
site.clock.set(Date.UTC(2027, 2, 1, 9, 30));
const manager = await signedInMember(site, "manager");
await manager("PUT", `/locations/${site.salon.locationId}/kiosk-pin`, { pin: PIN });
beforeEach(async () => {
  for (const page of pages) await page.context().close();
  pages = [];
  kiosk = await pairedKiosk(site, manager);
});

const TABLET = { width: 800, height: 1280 };

/** Opens the kiosk in a tablet-sized browser with this cookie. Tests can change the browser's clock. */
async function openKiosk(cookie = kiosk.cookie, viewport = TABLET, locale = "en-GB"): Promise<Page> {
  const context = await site.browser.newContext({
    baseURL: site.address,
    viewport,
    locale,
    hasTouch: true,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(60_000);
  const [name = "", value = ""] = cookie.split("=");
  if (value !== "")
    await context.addCookies([{ name, value, domain: "127.0.0.1", path: "/api/v1/kiosk", httpOnly: true }]);
  const page = await context.newPage();
  pages.push(page);
  page.on("pageerror", (error) => console.error("In the page:", error));
  await page.clock.install();
  await page.goto("/kiosk");
  return page;
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
async function welcomed(viewport = TABLET): Promise<Page> {
  const page = await openKiosk(kiosk.cookie, viewport);
  await press(page, "English");
  await heading(page, "Welcome");
  return page;
}

/** Runs `work`, which makes the kiosk start over, and waits for the reload. */
async function startingOver(page: Page, work: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForEvent("load");
  await work();
  await loaded;
  await page.locator("main.welcome").waitFor();
}

let lastPhone = 2_000_000;
/** Books an appointment for a new client. Returns the client's phone number and the appointment's id. */
async function expected(startsAt: string, staffId: string, client: object = {}) {
  const phone = `+49151${++lastPhone}`;
  const clientId = await site.addClient({
    first_name: "Jane",
    last_name: "Smith",
    phone_e164: phone,
    ...client,
  });
  const answer = await site.book(startsAt, site.salon.cut, staffId, { client_id: clientId });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { phone, id: answer.body.data.id as string };
}
const cancel = (id: string) => site.call("POST", `/appointments/${id}/transitions`, { to: "cancelled" });
const statusOf = async (id: string) => (await site.call("GET", `/appointments/${id}`)).body.data.status;

/** Enters a phone number on the keypad and submits it. */
async function lookUp(page: Page, phone: string): Promise<void> {
  await page.getByRole("button", { name: /^I have an appointment/ }).click();
  await heading(page, "Your mobile number");
  for (const key of phone) await press(page, key);
  await press(page, "Check in");
}

/** Expects that the page has no violations, and that everything to touch is at least 48 pixels wide and high. */
async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  const small =
    await page.evaluate(`[...document.querySelectorAll("button, a, input:not([type=checkbox], [type=radio]), label:has([type=checkbox], [type=radio])")]
      .filter((each) => each.getBoundingClientRect().height < 48 || each.getBoundingClientRect().width < 48)
      .map((each) => each.outerHTML)`);
  expect(small).toEqual([]);
}

/** Returns the page's HTML, input values, URL, storage and cookies as one JSON text. */
const leftOn = async (page: Page) =>
  page.evaluate(`JSON.stringify([
    document.documentElement.outerHTML,
    [...document.querySelectorAll("input, textarea")].map((each) => each.value),
    Object.entries(sessionStorage), Object.entries(localStorage), document.cookie, location.href,
  ])`) as Promise<string>;

test("a tablet shows a code and a QR code, is paired by a manager, and is a kiosk until it is revoked", async () => {
  const page = await openKiosk("");
  await heading(page, "Pair this tablet");
  const code = (await page.locator("output").textContent()) ?? "";
  expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
  await page.getByRole("img", { name: /^QR code/ }).waitFor();
  await expectAccessible(page);
  const path = `/locations/${site.salon.locationId}/kiosks`;
  const paired = await manager("POST", path, { code, name: "Window" });
  expect(paired.status, paired.text).toBe(201);
  await page.clock.fastForward(4_000);
  await page.getByRole("button", { name: "Deutsch", exact: true }).waitFor();
  for (const name of ["English", "Deutsch", "Français", "Español"])
    await page.getByRole("button", { name, exact: true }).waitFor();
  await manager("DELETE", `${path}/${paired.body.data.id}`);
  await page.clock.fastForward(61_000);
  await page.locator("output").waitFor();
});

test("a client checks in with the keypad; the page names initials, time and staff only, and starts over", async () => {
  const { phone, id } = await expected("2027-03-01T11:00:00+01:00", site.salon.anna);
  const page = await welcomed();
  await expectAccessible(page);
  await lookUp(page, phone);
  await heading(page, "Is this you?");
  await page.getByText(/^J\. S\., 11:00, Anna$/).waitFor();
  expect(await leftOn(page)).not.toMatch(/Jane|Smith/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "That’s me", exact: true }).dblclick();
  await heading(page, "You are checked in");
  await expectAccessible(page);
  expect(await statusOf(id)).toBe("arrived");
  await startingOver(page, () => page.clock.fastForward(31_000));
  expect(await leftOn(page)).not.toContain(phone);
});

test("an unknown number is sent to the desk, and ten of them lock the kiosk until staff enter the PIN", async () => {
  const page = await welcomed();
  await lookUp(page, "01519999999");
  await heading(page, "Please see the desk");
  await expectAccessible(page);
  await startingOver(page, () => press(page, "OK"));
  await press(page, "English");
  for (let count = 0; count < 9; count++) await kiosk.call("POST", "/lookups", { phone: "01519999999" });
  await lookUp(page, "01519999999");
  await heading(page, "Please ask the team");
  await expectAccessible(page);
  for (const key of "000000") await press(page, key);
  await press(page, "Unlock");
  await page.getByText("This PIN is not right.", { exact: true }).waitFor();
  for (const key of PIN) await press(page, key);
  await press(page, "Unlock");
  await heading(page, "Your mobile number");
});

test("an idle kiosk warns after 60 seconds, and after 90 seconds clears the screen, the storage and the history", async () => {
  const page = await welcomed();
  const before = await page.evaluate("history.length");
  await page.getByRole("button", { name: /^I have an appointment/ }).click();
  await heading(page, "Your mobile number");
  await page.getByLabel("Mobile number", { exact: true }).fill("01517654321");
  await page.clock.fastForward(61_000);
  await page.getByRole("alertdialog", { name: "Are you still there?" }).waitFor();
  await expectAccessible(page);
  await press(page, "Carry on");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await page.clock.fastForward(61_000);
  await page.getByRole("alertdialog").waitFor();
  await startingOver(page, () => page.clock.fastForward(30_000));
  expect(await leftOn(page)).not.toContain("7654321");
  expect(await page.evaluate("history.length")).toBe(before);
  const answer = await site.app.inject({ method: "GET", url: "/kiosk" });
  expect(answer.headers["cache-control"]).toBe("no-store");
});

test("without a connection the kiosk says so, and keeps nothing", async () => {
  const page = await welcomed();
  await page.getByRole("button", { name: /^I have no appointment/ }).click();
  await heading(page, "What would you like?");
  await page.getByRole("checkbox").first().check();
  await press(page, "Next");
  await heading(page, "Who are you?");
  await page.getByLabel("First name", { exact: true }).fill("Ottilie");
  await page.context().setOffline(true);
  await heading(page, "No connection");
  await expectAccessible(page);
  expect(await leftOn(page)).not.toContain("Ottilie");
  await startingOver(page, () => page.context().setOffline(false));
  expect(await leftOn(page)).not.toContain("Ottilie");
});

test("a walk-in in German joins the waitlist of today and sees the next free time; stored texts are not run", async () => {
  await site.addService({ name: HOSTILE, duration_minutes: 30 });
  const page = await openKiosk(kiosk.cookie, { width: 1280, height: 800 });
  await press(page, "Deutsch");
  await heading(page, "Willkommen");
  await page.getByRole("button", { name: /^Ich habe keinen Termin/ }).click();
  await heading(page, "Was wünschen Sie?");
  await page.getByText(HOSTILE, { exact: true }).waitFor();
  await expectAccessible(page);
  await press(page, "Weiter");
  await page.getByText("Wählen Sie mindestens eine Leistung.", { exact: true }).waitFor();
  await page.getByRole("checkbox", { name: /^Cut/ }).check();
  await press(page, "Weiter");
  await heading(page, "Wer sind Sie?");
  await press(page, "Auf die Warteliste");
  await page.getByText("Geben Sie Ihren Vornamen ein.", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Vorname", { exact: true }).fill(HOSTILE);
  await page.getByLabel("Handynummer", { exact: true }).fill("0151 23456789");
  await press(page, "Auf die Warteliste");
  await heading(page, "Sie stehen auf der heutigen Liste");
  await page.getByText(/^Die nächste freie Zeit ist \d\d:\d\d\./).waitFor();
  expect(await page.title()).not.toContain("hacked");
  const entries = (await manager("GET", "/waitlist")).body.data.items;
  expect(entries.at(-1)).toMatchObject({ source: "kiosk", items: [{ service_id: site.salon.cut }] });
});

test("staff leave with the PIN, and disconnect the tablet with the PIN again", async () => {
  const page = await welcomed();
  await press(page, "Staff");
  await heading(page, "PIN of the team");
  await page.getByLabel("PIN", { exact: true }).fill(PIN);
  await press(page, "Next");
  await heading(page, "For the team");
  expect(await page.getByRole("link", { name: "Open the app", exact: true }).getAttribute("href")).toBe(
    "/app",
  );
  await expectAccessible(page);
  await press(page, "Disconnect this tablet");
  await heading(page, "Disconnect this tablet");
  await page.getByLabel("PIN", { exact: true }).fill(PIN);
  await press(page, "Disconnect this tablet");
  await heading(page, "Pair this tablet");
  expect((await kiosk.call("GET", "")).status).toBe(401);
});

test("texts of the business are not run as scripts", async () => {
  const hostile = await bookingApp({ beside: site });
  const owner = await signedInMember(hostile, "owner");
  await owner("PATCH", "", { name: HOSTILE });
  const { cookie } = await pairedKiosk(hostile, owner);
  const page = await openKiosk(cookie);
  await page.getByText(HOSTILE).first().waitFor();
  expect(await page.title()).not.toContain("hacked");
});

/**
 * Runs `work` while a form with two questions and a signature is required. Archives the form afterwards, so that it is not required for the
 * appointments of other tests.
 */
async function withForm(work: () => Promise<void>): Promise<void> {
  const { allergies, consent, signature } = FIELDS;
  const made = await manager("POST", "/form-templates", {
    name: "Health",
    fields: [allergies, { ...consent, label: HOSTILE }, { ...signature, required: true }],
  });
  expect(made.status, made.text).toBe(201);
  try {
    await work();
  } finally {
    await manager("DELETE", `/form-templates/${made.body.data.id}`);
  }
}

/** Finds the appointment by phone number and confirms the client's name. Ends on the page of the form. */
async function openForm(page: Page, phone: string): Promise<void> {
  await lookUp(page, phone);
  await heading(page, "Is this you?");
  await press(page, "That’s me");
  await heading(page, "Health");
}

test("habit 58: a form whose link was used or replaced sends the client to the staff, without data", async () => {
  await withForm(async () => {
    const { phone, id } = await expected("2027-03-01T11:50:00+01:00", site.salon.ben);
    const page = await welcomed();
    await openForm(page, phone);
    await page.getByLabel(FIELDS.allergies.label).fill("Nuts");
    // Creating a new link for another tablet invalidates this tablet's link.
    const link = await site.call("POST", `/appointments/${id}/forms/link`);
    const token = String(link.body.data.url).split("/").at(-1);
    await page.reload();
    await heading(page, "Please see the desk");
    expect(await page.locator("main").textContent()).not.toMatch(/Jane|Smith|Nuts/);
    await site.call("POST", `/appointments/${id}/forms/link`);
    const old = await site.open(`/api/v1/public/forms/${token}`);
    pages.push(old);
    await old.getByText("Please ask the team for a new one.").waitFor();
    expect(await old.locator("body").textContent()).not.toMatch(/Jane|Smith|Health/);
    await cancel(id);
  });
});

test("habit 59: the answers of a form survive a reload, and two idle minutes delete them", async () => {
  await withForm(async () => {
    const { phone, id } = await expected("2027-03-01T11:50:00+01:00", site.salon.ben);
    const page = await welcomed();
    await openForm(page, phone);
    await page.getByLabel(FIELDS.allergies.label).fill("Peanuts");
    await page.reload();
    await heading(page, "Health");
    expect(await page.getByLabel(FIELDS.allergies.label).inputValue()).toBe("Peanuts");
    await page.clock.fastForward(91_000);
    await page.getByRole("alertdialog").waitFor();
    await startingOver(page, () => page.clock.fastForward(30_000));
    expect(await leftOn(page)).not.toContain("Peanuts");
    await page.reload();
    await page.locator("main.welcome").waitFor();
    expect(await statusOf(id)).toBe("booked");
    await cancel(id);
  });
});

test("habit 60: a signature is drawn or typed, on a small screen one question a page", async () => {
  await withForm(async () => {
    const drawn = await expected("2027-03-01T11:50:00+01:00", site.salon.ben);
    const page = await welcomed();
    await openForm(page, drawn.phone);
    await expectAccessible(page);
    await press(page, "Send");
    await page.getByText("Please answer this question.", { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.getByLabel(FIELDS.allergies.label).fill("None");
    await page.getByRole("checkbox", { name: "I agree", exact: true }).check();
    const pad = page.getByRole("img", { name: "Your signature", exact: true });
    await pad.scrollIntoViewIfNeeded();
    const box = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + 40, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 40, { steps: 8 });
    await page.mouse.move(box.x + 260, box.y + 140, { steps: 8 });
    await page.mouse.up();
    await page.getByLabel("Your full name", { exact: true }).fill("Jane Smith");
    await press(page, "Send");
    await heading(page, "You are checked in");
    expect(await statusOf(drawn.id)).toBe("arrived");
    expect(await page.title()).not.toContain("hacked");

    const typed = await expected("2027-03-01T12:20:00+01:00", site.salon.anna, { first_name: "Emil" });
    const phone = await welcomed({ width: 390, height: 844 });
    await openForm(phone, typed.phone);
    await expectAccessible(phone);
    await phone.getByLabel(FIELDS.allergies.label).fill("None");
    await press(phone, "Next");
    await phone.getByRole("checkbox", { name: "I agree", exact: true }).check();
    await press(phone, "Next");
    await press(phone, "Type instead");
    await phone.getByLabel("Your full name as a signature", { exact: true }).fill("Emil Smith");
    await expectAccessible(phone);
    await press(phone, "Next");
    await phone.getByLabel("Your full name", { exact: true }).fill("Emil Smith");
    await press(phone, "Send");
    await heading(phone, "You are checked in");
    expect(await statusOf(typed.id)).toBe("arrived");
  });
});
