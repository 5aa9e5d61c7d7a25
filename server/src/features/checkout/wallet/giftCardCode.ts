import { createHash, randomBytes } from "node:crypto";

/** Crockford's Base32 alphabet, which lacks I, L, O and U, so that codes can be read aloud and typed without confusion. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 16;

/**
 * Generates a gift card code: 80 random bits in four groups of four characters, such as `7K3M-…`. The code is the only
 * credential for paying with the card.
 */
export function newGiftCardCode(): string {
  // 256 is a multiple of 32, so all characters are equally likely.
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return (letters.match(/.{4}/g) as string[]).join("-");
}

/**
 * Computes the stored hash of a code as a user typed it. Ignores case, spaces and hyphens, and accepts letters that look like digits.
 * Returns null for text that cannot be a code. The hash includes the business id, so that an attacker with a copy of the database must
 * guess the codes of each business separately.
 */
export function hashOfCode(businessId: string, typed: string): Buffer | null {
  const code = lettersOf(typed);
  if (code === null) return null;
  return createHash("sha256").update(`${businessId}:${code}`).digest();
}

/** Returns the last four characters of a code, by which staff members distinguish the cards of a client. */
export function last4Of(code: string): string {
  return code.slice(-4);
}

function lettersOf(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}
