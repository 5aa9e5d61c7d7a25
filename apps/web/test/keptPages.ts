import type { Page } from "playwright-core";
import { removeHandlers, reportErrors } from "./pagePool.ts";

/**
 * Pages of one user that a test leaves without a reload, so that the next test opens its screen inside the running app. This takes a
 * third of the CPU time of a page load.
 */
export interface KeptPages {
  /** Returns a page that was kept with this key and shows no screen, if any. */
  take(key: string): Page | undefined;
  /**
   * Leaves the screen of a page, closes its notifications, and removes the stored values, routes and listeners of the test. Keeps the page
   * and returns true, unless the page shows a dialog that does not close with its screen, or the test has chosen a language or appearance.
   */
  keep(page: Page, key: string): Promise<boolean>;
  /** Opens a path below the business in a page that shows the app. */
  follow(page: Page, path: string): Promise<void>;
  /** Returns all kept pages, and forgets them. */
  clear(): Page[];
}

/** Keeps pages that show the app of this business. */
export function keptPages(businessId: string): KeptPages {
  const kept = new Map<string, Page[]>();
  const base = `/app/${businessId}/`;
  const go = (page: Page, path: string) =>
    page.evaluate((url) => history.pushState({}, "", url), base + path);

  return {
    take: (key) => kept.get(key)?.pop(),
    async keep(page, key) {
      // These dialogs stay open when the URL changes. A closed dialog has no content in the document.
      const staying = ["palette", "session", "unsaved"]
        .map((name) => `[data-dialog=${name}] [role=dialog]`)
        .join();
      const mayLeave = await page.evaluate(
        ([base, staying, chosen]) =>
          location.pathname.startsWith(base) &&
          document.querySelector(staying) === null &&
          chosen.every((key) => localStorage.getItem(key) === null),
        [base, staying, CHOSEN] as const,
      );
      if (!mayLeave) return false;
      await removeHandlers(page);
      reportErrors(page);
      // No screen has this path. Leaving the screen closes its dialogs and forgets what they show.
      await go(page, "left");
      const left = page.locator("main > a[href='/app']");
      const discard = page.locator("[data-dialog=unsaved] button").last();
      await left.or(discard).first().waitFor({ state: "attached" });
      if ((await discard.count()) > 0) {
        await discard.click();
        await left.waitFor({ state: "attached" });
      }
      const notifications = page.locator(".mantine-Notification-root");
      while ((await notifications.count()) > 0) await closeNotifications(page);
      await page.evaluate(() => localStorage.clear());
      kept.set(key, [...(kept.get(key) ?? []), page]);
      return true;
    },
    follow: (page, path) => go(page, path),
    clear() {
      const all = [...kept.values()].flat();
      kept.clear();
      return all;
    },
  };
}

/** The keys of the stored choices that the running app reads only when it starts. */
const CHOSEN = ["daybook-language", "mantine-color-scheme-value"];

/** Closes the notifications on the page, which outlive their screen, and waits until they have disappeared. */
const closeNotifications = (page: Page) =>
  page.evaluate(async () => {
    const shown = [...document.querySelectorAll(".mantine-Notification-root")];
    for (const each of shown)
      each.querySelector<HTMLButtonElement>(".mantine-Notification-closeButton")?.click();
    while (shown.some((each) => each.isConnected))
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
