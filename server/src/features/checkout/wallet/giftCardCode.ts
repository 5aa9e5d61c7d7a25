import { createHash, randomBytes } from "node:crypto";

/** Crockford's 32 letters, without I, L, O and U: codes can be read aloud and typed without confusion. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 16;

/** A new gift card code: 80 random bits as four groups of four, `7K3M-…`. The code alone is enough to pay. */
export function newGiftCardCode(): string {
  // 256 is a multiple of 32: every letter is as likely as the others.
  const letters = [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return (letters.match(/.{4}/g) as string[]).join("-");
}

/**
 * The hash that is stored of a code as typed: case, blanks and letters that look like digits do not matter. Null for text
 * that cannot be a code. The business id is part of the hash, so that a guess against a stolen database tests the cards of
 * one business only.
 */
export function hashOfCode(businessId: string, typed: string): Buffer | null {
  const code = lettersOf(typed);
  if (code === null) return null;
  return createHash("sha256").update(`${businessId}:${code}`).digest();
}

/** Distinguishes the cards of a client for the staff. */
export function last4Of(code: string): string {
  return code.slice(-4);
}

function lettersOf(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : null;
}
