import { hash } from "node:crypto";
import { base62 } from "../../../kernel/base62.ts";
import { newSecretLetters } from "../../../kernel/tokens.ts";

/**
 * What an API key looks like: `dbk_`, 43 base62 characters that carry 256 random bits, 6 base62 characters of
 * checksum (contract §2). The checksum is the first 8 bytes of the SHA-256 of everything before it, read as a
 * big-endian number, modulo 62⁶. It lets a mistyped or cut-off key be refused without a look-up and lets secret
 * scanners know one of ours without asking us; it keeps nobody from guessing, the 256 bits do.
 */
export function newKeyText(): string {
  const secret = newSecretLetters();
  return `dbk_${secret}${checksumOf(`dbk_${secret}`)}`;
}

const KEY = /^dbk_[0-9A-Za-z]{49}$/;
const CHECKSUM_LENGTH = 6;

/** True for text that `newKeyText` could have made: the right letters and the right checksum. */
export function isKeyText(text: string): boolean {
  return KEY.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/**
 * The SHA-256 of a key in lower-case hex: all that is stored of it. A plain hash is enough where the secret has
 * 256 random bits; a slow one would only slow down every request.
 */
export function fingerprintOf(keyText: string): string {
  return hash("sha256", keyText, "hex");
}

function checksumOf(text: string): string {
  const firstBytes = hash("sha256", text, "hex").slice(0, 16);
  return base62(BigInt(`0x${firstBytes}`) % 62n ** BigInt(CHECKSUM_LENGTH), CHECKSUM_LENGTH);
}
