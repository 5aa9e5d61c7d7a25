import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type BookingApp, bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { startBrowser } from "../tools/browser.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";

/** A published salon on a real server, and Chromium to open its booking page. */
export interface BookingSite extends BookingApp {
  readonly address: string;
  readonly browser: Browser;
  /** Opens a path of the server. Default: 390 × 844, with JavaScript. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** One site per test file. */
export async function openBookingSite(): Promise<BookingSite> {
  ensureBuilt();
  const app = await bookingApp();
  const address = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const browser = await startBrowser();
  return {
    ...app,
    address,
    browser,
    async open(path, options = {}) {
      const context = await browser.newContext({
        baseURL: address,
        viewport: { width: 390, height: 844 },
        locale: "en-GB",
        // Another zone than the salon's, because the page shows the salon's times.
        timezoneId: "America/Los_Angeles",
        reducedMotion: "reduce",
        ...options,
      });
      context.setDefaultTimeout(30_000);
      const page = await context.newPage();
      page.on("pageerror", (error) => console.error("In the page:", error));
      await page.goto(path);
      return page;
    },
    close: async () => {
      await browser.close();
      await app.close();
    },
  };
}
