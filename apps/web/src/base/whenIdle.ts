/**
 * The maximum delay of `run` in milliseconds if the page stays busy. Without `requestIdleCallback`, `run` always waits for this
 * time.
 */
const MAX_WAIT_MS = 1000;

/** Calls `run` when the page is idle. Returns a function that cancels the call. */
export function whenIdle(run: () => void): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(run, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  return () => cancelIdleCallback(handle);
}

export function idle(): Promise<void> {
  return new Promise((resolve) => whenIdle(resolve));
}
