import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/**
 * Pages that tests open one after another. The process of a page compiles the app's code once, so a reused page takes half the CPU time of
 * a page in a new context.
 */
export interface PagePool {
  /**
   * Opens a path in a page of a new context, or in a released page that was opened with the same options except the size and the colour
   * scheme. Calls `prepare` before it opens the path.
   */
  open(path: string, options: PoolOptions, prepare?: Prepare): Promise<Page>;
  /**
   * Returns a page to the pool. Removes its cookies, stored values, routes and listeners. Close the context of a page instead if the test
   * has changed anything else, such as a pause of the clock.
   */
  release(page: Page): Promise<void>;
}

export type PoolOptions = BrowserContextOptions & {
  readonly baseURL: string;
  readonly viewport: { readonly width: number; readonly height: number };
};
type Prepare = (context: BrowserContext, isNew: boolean) => Promise<unknown>;

/** Creates a pool. `kept` receives the contexts of its released pages. */
export function pagePool(browser: Browser, kept = new Set<BrowserContext>()): PagePool {
  const keys = new WeakMap<Page, string>();
  const free = new Map<string, Page[]>();

  async function newPage(options: PoolOptions, prepare: Prepare): Promise<Page> {
    const context = await browser.newContext({ reducedMotion: "reduce", colorScheme: "light", ...options });
    context.setDefaultTimeout(60_000);
    await prepare(context, true);
    return context.newPage();
  }

  async function reused(page: Page, options: PoolOptions, prepare: Prepare): Promise<Page> {
    await page.setViewportSize(options.viewport);
    const { colorScheme = "light" } = options;
    await page.emulateMedia({ media: null, colorScheme, reducedMotion: "reduce" });
    await prepare(page.context(), false);
    return page;
  }

  return {
    async open(path, options, prepare = async () => {}) {
      const { viewport: _size, colorScheme: _scheme, ...others } = options;
      const key = JSON.stringify(others);
      const known = free.get(key)?.pop();
      const page = await (known === undefined ? newPage(options, prepare) : reused(known, options, prepare));
      keys.set(page, key);
      kept.delete(page.context());
      reportErrors(page);
      await page.goto(path);
      return page;
    },
    async release(page) {
      const key = keys.get(page);
      if (key === undefined) throw new Error("The page is not from this pool.");
      // Closes pages with a service worker, because `release` does not clear everything that they store.
      if (key.includes('"serviceWorkers":"allow"')) return page.context().close();
      await removeHandlers(page);
      // Opens a file of the same origin that runs no script, so that no script stores values again after the pool has cleared them.
      await page.goto("/app/icon.svg");
      // A page without JavaScript stores only cookies.
      if (!key.includes('"javaScriptEnabled":false'))
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
      await page.context().clearCookies();
      free.set(key, [...(free.get(key) ?? []), page]);
      kept.add(page.context());
    },
  };
}

/** Writes errors of the page's scripts to the console. */
export function reportErrors(page: Page): void {
  page.on("pageerror", (error) => console.error("In the page:", error));
}

/** Removes the routes and listeners of a test, and ends its offline mode. */
export async function removeHandlers(page: Page): Promise<void> {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.context().unrouteAll({ behavior: "ignoreErrors" });
  await page.context().setOffline(false);
}
