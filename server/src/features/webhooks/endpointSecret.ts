import { newSecretLetters } from "../../kernel/tokens.ts";

/** What secrets of endpoints are sealed for: a text that was sealed for something else does not open. */
export const SECRET_PURPOSE = "webhook secret";

/** A new secret: `whsec_` and 256 random bits in 43 characters of base62. */
export function newSecretText(): string {
  return `whsec_${newSecretLetters()}`;
}
