import { createHash, randomBytes } from "node:crypto";

/** Crockford's 32: no I, L, O or U, so that a code can be read out, and typed from a card without doubt. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 16;

/** A new gift card's code: 80 random bits as four groups of four, `7K3M-…`. Whoever has it can pay with it. */
export function newGiftCardCode(): string {
  // 256 is a multiple of 32: every letter is as likely as the others.
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return (letters.match(/.{4}/g) as string[]).join("-");
}

/**
 * What is kept of a code, of however it was typed: small letters, blanks, and the letters that look like digits are the
 * same. Null for what no gift card's code can be. The business is hashed along, so that nobody who has the
 * database can try one guess on the cards of all of them.
 */
export function hashOfCode(businessId: string, typed: string): Buffer | null {
  const code = lettersOf(typed);
  if (code === null) return null;
  return createHash("sha256").update(`${businessId}:${code}`).digest();
}

/** By what the team tells the cards of a client apart. */
export function last4Of(code: string): string {
  return code.slice(-4);
}

function lettersOf(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}
