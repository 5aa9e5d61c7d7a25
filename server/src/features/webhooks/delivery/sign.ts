import { createHmac } from "node:crypto";

/**
 * The value of `Service-Signature` (spec §6): one `v1` for each secret that signs, so that receivers can change over.
 * `at` is in milliseconds since the epoch; secrets are used as they were shown, in UTF-8.
 */
export function signature(body: string, at: number, secrets: readonly string[]): string {
  const seconds = Math.floor(at / 1000);
  const signed = secrets.map(
    (secret) => `v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`,
  );
  return [`t=${seconds}`, ...signed].join();
}
