const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The delays in milliseconds from the end of each failed attempt to the next attempt (spec §6). */
const RETRIES_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 12 * HOUR_MS];

/** Returns the delay in milliseconds from the end of failed attempt `number` to the next attempt; null after the last attempt. */
export function retryAfterMs(kind: "event" | "redelivery" | "test", number: number): number | null {
  return kind === "test" ? null : (RETRIES_MS[number - 1] ?? null);
}

/** The time in milliseconds after the first failure from which a further failed attempt disables the endpoint (contract §7). */
export const SHUTOFF_MS = 72 * HOUR_MS;
