import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser } from "../tools/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

test("the browser of the tests opens several pages", async () => {
  const one = await browser.newPage();
  await one.setContent("<h1>One</h1>");
  await one.close();
  const other = await browser.newPage();
  await other.setContent("<h1>Other</h1>");
  expect(await other.textContent("h1")).toBe("Other");
});
