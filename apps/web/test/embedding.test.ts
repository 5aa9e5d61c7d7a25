import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FrameLocator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { replacePublishing } from "../../../server/src/features/business/locations/publishing.ts";
import { codeIn } from "../../../server/test/fixtures/bookingApp.ts";
import { closedAtEnd } from "../../../server/test/fixtures/closeAtEnd.ts";
import { startBrowser } from "../tools/browser.ts";
import { openBookingSite } from "./bookingSite.ts";

const GUIDE = readFileSync(join(import.meta.dirname, "../../../docs/guides/embedding.md"), "utf8");

const site = await openBookingSite();
const browser = closedAtEnd(await startBrowser(["--test-third-party-cookie-phaseout"]));
// `localhost` and `127.0.0.1` are different sites, so all cookies of the frame are third-party cookies.
const shop = createServer((request, response) => {
  const kind = new URL(String(request.url), "http://shop").searchParams.get("open");
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(`<!doctype html><title>Shop</title><h1>Our shop</h1>
    <script>
      window.receivedEvents = [];
      for (const name of ["ready", "hold", "submitted", "booked", "closed"])
        document.addEventListener("daybook:" + name, ({ detail }) => window.receivedEvents.push([name, detail]));
      window.shown = [];
      for (const name of ["step", "height", "error"])
        document.addEventListener("daybook:" + name, ({ detail }) => window.shown.push([name, detail]));
    </script>
    ${kind === "frame" ? `<iframe src="${site.address}/b/${site.slug}?embed=1&lang=en"></iframe>` : codeFor(String(kind))}`);
});
await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
const shopOrigin = `http://localhost:${(shop.address() as AddressInfo).port}`;
closedAtEnd(shop);

/** Returns the guide's embed code for a value of `data-open`, with the test server's address and the test business. */
function codeFor(kind: string): string {
  const codes = [...GUIDE.matchAll(/```html\n([\s\S]*?)```/g)].map(([, code = ""]) => code);
  const code = codes.find((each) => each.includes(`data-open="${kind}"`)) ?? "";
  return code.replaceAll("https://book.example.com", site.address).replaceAll("salon-lindenhof", site.slug);
}

async function openShop(kind: string, javaScriptEnabled = true): Promise<Page> {
  const options = { locale: "en-GB", timezoneId: "America/Los_Angeles", javaScriptEnabled };
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.goto(`${shopOrigin}/?open=${kind}`);
  return page;
}

/** Books a cut in the frame as a new client. */
async function bookIn(frame: FrameLocator, start: string, isScripted = true): Promise<void> {
  await frame.getByRole("checkbox", { name: /^Cut/ }).check();
  await frame.getByRole("button", { name: "Continue", exact: true }).click();
  await frame.getByRole("heading", { name: "Choose a time", exact: true }).waitFor();
  await frame.getByRole("button", { name: start, exact: true }).click();
  await frame.getByLabel("E-mail", { exact: true }).fill(`embedded@${start.replace(":", "-")}.example.com`);
  const sent = site.emails.length;
  await frame.getByRole("button", { name: "Send code", exact: true }).click();
  await frame.getByRole("heading", { name: "Enter your code", exact: true }).waitFor();
  await expect.poll(() => site.emails.length, { timeout: 60_000 }).toBeGreaterThan(sent);
  await frame.getByLabel("Code", { exact: true }).fill(codeIn(site.emails));
  if (!isScripted) await frame.getByRole("button", { name: "Confirm", exact: true }).click();
  await frame.getByRole("heading", { name: "Your details", exact: true }).waitFor();
  await frame.getByLabel("First name", { exact: true }).fill("Zoë");
  await frame.getByLabel("Last name", { exact: true }).fill("Grünwald");
  await frame.getByRole("button", { name: "Continue", exact: true }).click();
  await frame.getByRole("heading", { name: "Review and book", exact: true }).waitFor();
  await frame.getByRole("button", { name: "Book appointment", exact: true }).click();
  await frame.getByRole("heading", { name: "Your appointment is booked", exact: true }).waitFor();
}

/** Reschedules and cancels the booked appointment in the frame. */
async function changeIn(frame: FrameLocator, start: string): Promise<void> {
  await frame.getByRole("link", { name: "Change or cancel", exact: true }).click();
  await frame.getByRole("heading", { name: "Your appointment", exact: true }).waitFor();
  await frame.getByRole("link", { name: "Choose another time", exact: true }).click();
  await frame.getByRole("heading", { name: "Choose another time", exact: true }).waitFor();
  await frame.getByRole("button", { name: start, exact: true }).click();
  await frame.getByText(/^The appointment has been moved\./).waitFor();
  await frame.getByRole("link", { name: "Cancel appointment", exact: true }).click();
  await frame.getByRole("button", { name: "Cancel the appointment", exact: true }).click();
  await frame.getByText("The appointment is cancelled.", { exact: true }).waitFor();
}

type Events = [name: string, detail: Record<string, unknown>][];
const receivedEvents = (page: Page) => page.evaluate("window.receivedEvents") as Promise<Events>;
const shown = (page: Page) => page.evaluate("window.shown") as Promise<Events>;

test("a visitor books, moves and cancels inside a page of another origin, without any cookie, and the page receives messages without names", async () => {
  const page = await openShop("inline");
  const cookies: string[] = [];
  page.on("response", (response) => {
    const cookie = response.headers()["set-cookie"];
    if (cookie !== undefined) cookies.push(cookie);
  });
  await bookIn(page.frameLocator("iframe"), "10:00");
  await expect
    .poll(async () => (await receivedEvents(page)).map(([name]) => name), { timeout: 60_000 })
    .toEqual(["ready", "hold", "submitted", "booked"]);
  const [, details] = (await receivedEvents(page)).at(-1) ?? [];
  expect(Object.keys(details ?? {}).sort()).toEqual(["reference", "service_ids", "starts_at"]);
  expect(JSON.stringify(await receivedEvents(page))).not.toMatch(/Zoë|Grünwald|embedded@/);
  const events = await shown(page);
  expect(new Set(events.filter(([name]) => name === "step").map(([, detail]) => detail.step))).toEqual(
    new Set(["menu", "times", "contact", "code", "details", "review", "booked"]),
  );
  const heights = events.filter(([name]) => name === "height").map(([, detail]) => Number(detail.height));
  expect(heights.length).toBeGreaterThan(1);
  await expect
    .poll(async () => (await page.locator("iframe").boundingBox())?.height)
    .toBe((await shown(page)).filter(([name]) => name === "height").at(-1)?.[1].height);
  expect(JSON.stringify(events)).not.toMatch(/Zoë|Grünwald|embedded@/);
  await changeIn(page.frameLocator("iframe"), "11:00");
  expect(cookies).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await page.context().close();
});

test("the page receives a message about an error, such as a location that is no longer published", async () => {
  const { businessId, locationId } = site.salon;
  const publish = (isPublished: boolean) =>
    site.database.transaction((tx) =>
      replacePublishing(tx, businessId, locationId, { isPublished, now: site.clock.now() }),
    );
  await publish(false);
  const page = await openShop("inline");
  await page
    .frameLocator("iframe")
    .getByRole("heading", { name: /not available/ })
    .waitFor();
  await expect.poll(async () => (await shown(page)).map(([name]) => name)).toContain("error");
  expect((await shown(page)).filter(([name]) => name === "step")).toEqual([["step", { step: "error" }]]);
  await publish(true);
  await page.context().close();
});

test("without JavaScript a visitor books, moves and cancels in a frame, too", async () => {
  const page = await openShop("frame", false);
  const frame = page.frameLocator("iframe");
  await bookIn(frame, "14:00", false);
  await changeIn(frame, "15:00");
  await page.context().close();
});

test("the button and the popup of the guide open the page in a dialog, and the page receives a message when it closes", async () => {
  for (const [kind, opener] of [
    ["button", (page: Page) => page.getByRole("button", { name: "Book now", exact: true })],
    ["popup", (page: Page) => page.getByRole("link", { name: "Book an appointment", exact: true })],
  ] as const) {
    const page = await openShop(kind);
    // Waits until the page has loaded the script, because a click has no effect before that.
    await page.waitForFunction("document.readyState === 'complete'");
    await opener(page).click();
    await page.frameLocator("dialog iframe").getByRole("checkbox", { name: /^Cut/ }).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect
      .poll(async () => (await receivedEvents(page)).map(([name]) => name), { timeout: 60_000 })
      .toEqual(["ready", "closed"]);
    await page.context().close();
  }
});
