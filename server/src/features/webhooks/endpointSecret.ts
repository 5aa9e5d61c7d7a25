import { instantOf } from "../../kernel/instants.ts";
import { newSecretLetters } from "../../kernel/tokens.ts";
import type { EarlierSecret } from "../../tables/webhooks.ts";

/** The purpose of the encryption: a text that was encrypted for another purpose cannot be decrypted with it. */
export const SECRET_PURPOSE = "webhook secret";

/** A new secret: `whsec_` and 256 random bits in 43 characters of base62. */
export function newSecretText(): string {
  return `whsec_${newSecretLetters()}`;
}

/** The replaced secrets that still sign at `now`, milliseconds since the epoch. */
export function validSecrets(secrets: readonly EarlierSecret[], now: number): EarlierSecret[] {
  return secrets.filter(({ until }) => instantOf(until) > now);
}
