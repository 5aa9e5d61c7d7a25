import type { Browser } from "playwright-core";
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

/** Closes all pages of the shared browser at the end of a test file. */
export async function closePages(): Promise<void> {
  const browser = await started;
  for (const context of browser?.contexts() ?? []) await context.close();
}
