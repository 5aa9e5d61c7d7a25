/**
 * The time in milliseconds after which `run` is called even if the page is busy. Also the delay in browsers without
 * `requestIdleCallback`.
 */
const AT_MOST_MS = 1000;

/** Calls `run` when the page is idle. Returns a function that cancels the call. */
export function whenIdle(run: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, AT_MOST_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: AT_MOST_MS });
  return () => cancelIdleCallback(handle);
}

/** Resolves when the page is idle. */
export function idle(): Promise<void> {
  return new Promise((resolve) => whenIdle(resolve));
}
