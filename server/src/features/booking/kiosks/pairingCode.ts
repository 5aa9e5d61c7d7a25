import { randomInt } from "node:crypto";

/** The characters of a code: consonants in upper case, so that a code forms no word (RFC 8628 §6.1). 20^8 codes are 34 bits. */
const ALPHABET = "BCDFGHJKLMNPQRSTVWXZ";
const LENGTH = 8;

export function newPairingCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Formats a code for display: `WDJB-MJHT`. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/**
 * Normalizes typed text to a code: removes spaces and hyphens and converts it to upper case. Returns undefined if the text cannot be a
 * code.
 */
export function codeIn(typed: string): string | undefined {
  const code = typed.toUpperCase().replaceAll(/[\s‐-―-]/g, "");
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : undefined;
}
