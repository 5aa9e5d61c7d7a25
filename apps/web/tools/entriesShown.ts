import type { Page } from "playwright-core";

/** Waits until a page shows at least `count` calendar entries. */
export async function entriesShown(page: Page, count: number): Promise<void> {
  await page.waitForFunction((least) => document.querySelectorAll("[data-entry]").length >= least, count);
}
