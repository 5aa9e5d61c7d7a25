import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { type BookingApp, bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { startBrowser } from "../tools/browser.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";

/** A published salon on a listening server, with a Chromium browser for its booking page. */
export interface BookingSite extends BookingApp {
  readonly address: string;
  readonly browser: Browser;
  /** Opens a path of the server. By default, the page has 390 × 844 pixels and JavaScript is enabled. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Starts the salon, the server and the browser. Call it once per test file. */
export async function openBookingSite(options: Parameters<typeof bookingApp>[0] = {}): Promise<BookingSite> {
  ensureBuilt();
  const app = await bookingApp(options);
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
        // The browser's time zone differs from the salon's time zone, because the page must show times in the salon's time zone.
        timezoneId: "America/Los_Angeles",
        reducedMotion: "reduce",
        ...options,
      });
      context.setDefaultTimeout(60_000);
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
