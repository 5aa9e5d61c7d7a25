const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From the end of a failed attempt to the next one (spec §6). */
const RETRIES_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];

/** How long after the failure of the `number`th attempt the next one is due; null when that was the last. */
export function retryAfterMs(kind: "event" | "redelivery" | "test", number: number): number | null {
  return kind === "test" ? null : (RETRIES_MS[number - 1] ?? null);
}

/** An attempt that fails so long after the first failure disables the endpoint (contract §7). */
export const SHUTOFF_MS = 72 * HOUR_MS;
