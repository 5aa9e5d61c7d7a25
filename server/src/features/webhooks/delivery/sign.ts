import { createHmac } from "node:crypto";

/**
 * Returns the value of `Service-Signature` (spec §6). The value contains a `v1` for each secret, so that a receiver can change to a new
 * secret without rejecting deliveries. `at` is in milliseconds since the epoch. The key is the secret's text in UTF-8.
 */
export function signature(body: string, at: number, secrets: readonly string[]): string {
  const seconds = Math.floor(at / 1000);
  const signed = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`,
  );
  return [`t=${seconds}`, ...signed].join();
}
