import { instantOf } from "../../kernel/instants.ts";
import { newSecretLetters } from "../../kernel/tokens.ts";
import type { EarlierSecret } from "../../tables/webhooks.ts";

/** The encryption purpose of webhook secrets. A text that was encrypted for another purpose cannot be decrypted with this purpose. */
export const SECRET_PURPOSE = "webhook secret";

/** Generates a secret: `whsec_` and 256 random bits in 43 base62 characters. */
export function newSecretText(): string {
  return `whsec_${newSecretLetters()}`;
}

/** Returns the replaced secrets with which deliveries are still signed at `now`, in milliseconds since the epoch. */
export function validSecrets(secrets: readonly EarlierSecret[], now: number): EarlierSecret[] {
  return secrets.filter(({ until }) => instantOf(until) > now);
}
