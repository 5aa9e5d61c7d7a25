import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_BOUNDS, loadDemo } from "../../../server/src/demo/index.ts";
import { settableClock } from "../../../server/src/kernel/clock.ts";
import { diskBlobs } from "../../../server/src/platform/blobs/index.ts";
import { openDatabase } from "../../../server/src/platform/database/index.ts";
import { TEST_SECRET, testServer } from "../../../server/test/fixtures/testApp.ts";
import { startBrowser } from "../tools/browser.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";

/** Wednesday, 14 April 2027, 13:15 in Berlin, in the middle of the demo salon's day. */
const NOW_AT = Date.UTC(2027, 3, 14, 11, 15);
const [WIDTH, HEIGHT] = [1360, 850];
const MAX_BYTES = 200_000;
const DOCS = join(import.meta.dirname, "..", "..", "..", "docs");

/** Retakes the README's screenshots of the demo salon. Run it with `npm run screenshots`. */
test.runIf(process.env.DAYBOOK_SCREENSHOTS === "1")(
  "takes the screenshots of the README",
  async () => {
    ensureBuilt();
    const clock = settableClock(NOW_AT);
    const folder = mkdtempSync(join(tmpdir(), "daybook-screenshots-"));
    const blobs = diskBlobs(folder);
    const server = await testServer({ clock, blobs });
    const browser = await startBrowser();
    try {
      const { connectionString } = server;
      const database = openDatabase({ connectionString, bounds: DEMO_BOUNDS });
      const demo = await loadDemo({ database, clock, blobs, secret: TEST_SECRET, log: () => {} });
      await database.close();
      const [owner] = demo?.logins ?? [];
      if (demo === undefined || owner === undefined)
        throw new Error("The demo was not loaded into an empty database.");
      const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
      const context = await browser.newContext({
        baseURL: address,
        viewport: { width: WIDTH, height: HEIGHT },
        locale: "en-GB",
        timezoneId: "Europe/Berlin",
        reducedMotion: "reduce",
      });
      await context.clock.install({ time: NOW_AT });
      const page = await context.newPage();
      const business = `${address}/api/v1/businesses/${demo.businessId}`;
      const headers = { authorization: `Bearer ${demo.key}` };
      const get = async (path: string) => (await (await fetch(business + path, { headers })).json()).data;

      await page.goto("/app");
      await page.getByLabel("E-mail").fill(owner.email);
      await page.getByLabel("Password", { exact: true }).fill(owner.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.locator("[data-entry]").first().waitFor();
      const { items: locations } = await get("/locations");
      const { id: location } = locations.find(({ name }: { name: string }) => name === "Lindenhof");
      await page.goto(`/app/${demo.businessId}/calendar?location=${location}`);
      await page.locator("[data-entry]").first().waitFor();
      await take(page, "calendar");

      const day = "from=2027-04-14T00:00:00Z&to=2027-04-14T22:00:00Z";
      const { items } = await get(`/appointments?location_id=${location}&${day}&limit=1000`);
      type Shown = { id: string; status: string; total: { amount: number } };
      const [dearest] = (items as Shown[])
        .filter(({ status }) => status === "arrived" || status === "booked")
        .sort((one, other) => other.total.amount - one.total.amount);
      await page.goto(`/app/${demo.businessId}/checkout?appointment=${dearest?.id}&location=${location}`);
      await page.getByRole("button", { name: /^Card accepted: / }).waitFor();
      await take(page, "checkout", 620);
    } finally {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);

async function take(page: Page, name: string, height = HEIGHT): Promise<void> {
  const path = join(DOCS, `${name}.png`);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: "disabled", clip: { x: 0, y: 0, width: WIDTH, height } });
  expect(statSync(path).size).toBeLessThanOrEqual(MAX_BYTES);
}
