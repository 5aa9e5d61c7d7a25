import { newSecretLetters } from "../../kernel/tokens.ts";

/** The purpose of the encryption: a text that was encrypted for another purpose cannot be decrypted with it. */
export const SECRET_PURPOSE = "webhook secret";

/** A new secret: `whsec_` and 256 random bits in 43 characters of base62. */
export function newSecretText(): string {
  return `whsec_${newSecretLetters()}`;
}
