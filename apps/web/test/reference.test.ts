import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { closeAtEnd } from "../../../server/test/fixtures/closeAtEnd.ts";
import { testApp } from "../../../server/test/fixtures/testApp.ts";
import { isFullRun } from "../../../server/test/fullRun.ts";
import { expectAccessible } from "./accessible.ts";
import { pagePool } from "./pagePool.ts";
import { closePages, sharedBrowser } from "./sharedBrowser.ts";

const salon = await testApp();
await salon.app.listen({ host: "127.0.0.1", port: 0 });
const address = `http://127.0.0.1:${(salon.app.server.address() as AddressInfo).port}`;
const browser = await sharedBrowser();
const pool = pagePool(browser);
closeAtEnd(closePages);

/** Opens a page. `problems` collects requests to other hosts, script errors and violations of the content security policy. */
async function open(path: string, options: { width?: number; colorScheme?: "light" | "dark" } = {}) {
  const { width = 1440, colorScheme = "light" } = options;
  // Opens a file without scripts first, so that `problems` collects all requests of the path.
  const page = await pool.open("/app/icon.svg", {
    baseURL: address,
    viewport: { width, height: 900 },
    colorScheme,
  });
  onTestFinished(() => pool.release(page));
  page.setDefaultTimeout(100_000);
  const problems: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${address}/`) && !/^(data|blob):/.test(request.url()))
      problems.push(request.url());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(address + path);
  return { page, problems };
}

const headingOf = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).first();

test("the overview finds an operation, and opens it with the keyboard; the reference has four languages of samples, and loads nothing else; a key is used on all its pages in the tab, is in no URL and is not kept after the tab", async () => {
  const { page, problems } = await open("/docs");
  await page.keyboard.press("/");
  await page.keyboard.type("appointment reschedule");
  await page
    .getByRole("status")
    .getByText(/^\d results?$/)
    .waitFor();
  expect(await page.getByRole("heading", { name: "Clients" }).isVisible()).toBe(false);
  await page.keyboard.press("Enter");
  await headingOf(page, "Reschedule an appointment").waitFor();
  expect(new URL(page.url()).pathname).toBe("/docs/reference/appointments");

  const { key } = salon.salon;
  await page.getByPlaceholder("Token").fill(key);
  const samples = page.getByRole("listbox");
  const opened = () =>
    samples
      .getByText("NewRequest", { exact: true })
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
  // The page still renders operations, which moves the button, so a click may miss it.
  do await page.getByText("Select from all clients").first().click({ force: true });
  while (!(await opened()));
  for (const language of ["Go", "JavaScript", "Python", "Shell"])
    expect(await samples.getByText(language, { exact: true }).count(), language).toBe(1);
  expect(await samples.getByRole("option").count()).toBe(4);
  await page.keyboard.press("Escape");

  const stored = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await expect.poll(stored).toContain(key);
  // The page renders an operation only when the user has scrolled near it.
  const getMe = "account#tag/account/getMe";
  const others = [
    ["menu", "Menu · Daybook API"],
    ["all", "Daybook API"],
    [getMe, "Get the caller and their businesses"],
  ] as const;
  // The page of all operations takes several seconds; another test opens it.
  for (const [slug, heading] of isFullRun ? others : others.slice(2)) {
    await page.goto(`${address}/docs/reference/${slug}`);
    await headingOf(page, heading).waitFor();
    expect(await page.getByPlaceholder("Token").inputValue(), slug).toBe(key);
    expect(page.url()).not.toContain(key);
  }
  const kept = await page.evaluate(() => JSON.stringify(localStorage) + document.cookie);
  expect(kept).not.toContain(key);
  await page
    .getByRole("button", { name: /^Test Request.*\/me\)$/ })
    .first()
    .click();
  const answered = page.waitForResponse(`${address}/api/v1/me`);
  await page.getByRole("button", { name: /^Send get request to/ }).click();
  const { data } = await (await answered).json();
  expect(data.api_key.label).toBe("Tests");

  const other = await page.context().newPage();
  await other.goto(`${address}/docs/reference/menu`);
  await headingOf(other, "Menu · Daybook API").waitFor();
  expect(await other.getByPlaceholder("Token").inputValue()).toBe("");
  await other.close();
  expect(problems).toEqual([]);
}, 300_000);

test("the page with all operations finds one by Scalar's search", async () => {
  const { page, problems } = await open("/docs/reference/all");
  await headingOf(page, "Daybook API").waitFor();
  await page
    .getByRole("button", { name: /^Open Search/ })
    .first()
    .click();
  await page.keyboard.type("reschedule");
  const found = page.getByRole("option", { name: /PATCH|patch/ }).filter({ hasText: "/schedule" });
  await found.first().click();
  await headingOf(page, "Reschedule an appointment").waitFor();
  expect(problems).toEqual([]);
}, 300_000);

const LOOKS = [
  ["docs/guides/start", 390, "dark"],
  ["docs/guides/errors", 390, "light"],
  ["docs", 1440, "dark"],
  ["docs/guides/start", 1440, "light"],
  ["docs/guides/errors", 1440, "dark"],
  ["docs", 390, "light"],
] as const;

// `npm test` opens each page in one size and scheme.
test.each(isFullRun ? LOOKS : LOOKS.slice(0, 3))(
  "the page /%s is accessible at %i px, %s, and loads nothing else",
  async (name, width, colorScheme) => {
    const { page, problems } = await open(`/${name}`, { width, colorScheme });
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  },
);

test("a guide leads to the others and to the reference", async () => {
  const { page } = await open("/docs/guides");
  await page
    .getByRole("navigation", { name: "Guides" })
    .getByRole("link", { name: "Webhooks", exact: true })
    .click();
  await headingOf(page, "Webhooks").waitFor();
  await page.getByRole("link", { name: "Reference", exact: true }).click();
  await headingOf(page, "Daybook API").waitFor();
}, 300_000);

test("the SDK runs in a page and in a worker", async () => {
  const sdk = join(import.meta.dirname, "..", "..", "..", "sdk", "src", "index.ts");
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, rolldownOptions: { input: sdk, preserveEntrySignatures: "strict" } },
  });
  const [file] = [built].flat().flatMap((each) => ("output" in each ? each.output : []));
  const code = file !== undefined && "code" in file ? file.code : "";
  const program = `import { connect, signWebhook, verifyWebhook } from "/sdk.js";
    const signed = { body: '{"type":"test"}', secret: "whsec_test" };
    const event = await verifyWebhook({ ...signed, header: await signWebhook(signed) });
    const me = await connect({ address: location.origin, key: "${salon.salon.key}" }).get("/me");
    const result = event.type + " " + me.api_key.label;
    if (self.document) self.document.title = result; else self.postMessage(result);`;
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const scripts: Record<string, string> = { "/sdk.js": code, "/program.js": program };
  await context.route(/\/(sdk|program)\.js$|\/blank$/, (route) => {
    const script = scripts[new URL(route.request().url()).pathname];
    return route.fulfill({
      contentType: script === undefined ? "text/html" : "text/javascript",
      body: script ?? "<!doctype html><title>Blank</title>",
    });
  });
  const page = await context.newPage();
  await page.goto(`${address}/blank`);
  await page.addScriptTag({ type: "module", url: "/program.js" });
  await page.waitForFunction(() => document.title === "test Tests");
  const result = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker("/program.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = ({ message }) => reject(new Error(message));
      }),
  );
  expect(result).toBe("test Tests");
});
