import type { Browser, Page } from "playwright-core";
import { type BookingApp, bookingApp } from "../../../server/test/fixtures/bookingApp.ts";
import { closeAtEnd } from "../../../server/test/fixtures/closeAtEnd.ts";
import { ensureBuilt } from "../tools/ensureBuilt.ts";
import { type PagePool, type PoolOptions, pagePool } from "./pagePool.ts";
import { closePages, sharedBrowser } from "./sharedBrowser.ts";

export interface BookingPages {
  /** Opens a path of the server. By default, the page has 390 × 844 pixels and JavaScript is enabled. */
  open(path: string, options?: BookingPageOptions): Promise<Page>;
  /** Returns a page to the pool, from which `open` takes pages. */
  readonly release: PagePool["release"];
}

export type BookingPageOptions = Partial<PoolOptions>;

/** Opens pages of the server with this address in the shared browser. */
export async function bookingPages(address: string): Promise<BookingPages> {
  const { open, release } = pagePool(await sharedBrowser());
  closeAtEnd(closePages);
  return {
    open: (path, options = {}) =>
      open(path, {
        baseURL: address,
        locale: "en-GB",
        viewport: { width: 390, height: 844 },
        // The browser's time zone differs from the salon's time zone, because the page must show times in the salon's time zone.
        timezoneId: "America/Los_Angeles",
        ...options,
      }),
    release,
  };
}

/** A published salon on a listening server, with a Chromium browser for its booking page. */
export interface BookingSite extends BookingApp, BookingPages {
  readonly address: string;
  readonly browser: Browser;
}

/** Starts the salon, the server and the browser. Call it once per test file. */
export async function openBookingSite(options: Parameters<typeof bookingApp>[0] = {}): Promise<BookingSite> {
  ensureBuilt();
  const app = await bookingApp(options);
  const address = await app.app.listen({ port: 0, host: "127.0.0.1" });
  return {
    ...app,
    ...(await bookingPages(address)),
    address,
    browser: await sharedBrowser(),
  };
}
