import { expect, test } from "vitest";
import { closedAtEnd } from "../../../server/test/fixtures/closeAtEnd.ts";
import { startBrowser } from "../tools/browser.ts";

const browser = closedAtEnd(await startBrowser());

test("the browser of the tests opens several pages", async () => {
  const one = await browser.newPage();
  await one.setContent("<h1>One</h1>");
  await one.close();
  const other = await browser.newPage();
  await other.setContent("<h1>Other</h1>");
  expect(await other.textContent("h1")).toBe("Other");
});
