import type { Browser, BrowserContext } from "playwright-core";
import { startBrowser } from "../tools/browser.ts";

let started: Promise<Browser> | undefined;

/**
 * Returns the browser of this process, in which the test files run one after another. Starting a browser takes a second of CPU time. The
 * browser ends with the process.
 */
export function sharedBrowser(): Promise<Browser> {
  // Pages are drawn in software anyway. With this flag, Chromium uses a few percent less CPU time.
  started ??= startBrowser(["--disable-gpu-compositing"]);
  return started;
}

/** The contexts of the released pages that the next test files of this process reuse. */
export const keptContexts = new Set<BrowserContext>();

/** Closes all pages of the shared browser at the end of a test file, except the pages that the next files reuse. */
export async function closePages(): Promise<void> {
  const browser = await started;
  for (const context of browser?.contexts() ?? []) if (!keptContexts.has(context)) await context.close();
}
