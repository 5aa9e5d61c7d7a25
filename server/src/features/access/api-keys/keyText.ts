import { hash } from "node:crypto";
import { base62 } from "../../../kernel/base62.ts";
import { newSecretLetters } from "../../../kernel/tokens.ts";

/**
 * Returns a new API key: `dbk_`, 43 base62 characters with 256 random bits, and a checksum of 6 base62 characters (contract §2). The
 * checksum is the first 8 bytes of the SHA-256 of the preceding text, read as a big-endian number, modulo 62⁶. With the checksum, the
 * server rejects mistyped keys without a query, and secret scanners recognise keys. The checksum does not protect against guessing.
 */
export function newKeyText(): string {
  const secret = newSecretLetters();
  return `dbk_${secret}${checksumOf(`dbk_${secret}`)}`;
}

const KEY = /^dbk_[0-9A-Za-z]{49}$/;
const CHECKSUM_LENGTH = 6;
const CHECKSUMS = 62 ** CHECKSUM_LENGTH;

/** Returns whether a text has the format of a key and a correct checksum. */
export function isKeyText(text: string): boolean {
  return KEY.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

/**
 * Returns the SHA-256 of a key in lower-case hex. The database stores only this hash. Every request computes the hash, so the hash must be
 * fast. A key with 256 random bits needs no slow hash.
 */
export function fingerprintOf(keyText: string): string {
  return hash("sha256", keyText, "hex");
}

/**
 * Returns the beginning of a key, which is shown in lists: `dbk_` and four of the 43 random characters. The other characters
 * still have more than 230 random bits.
 */
export function prefixOf(keyText: string): string {
  return keyText.slice(0, 8);
}

function checksumOf(text: string): string {
  const hex = hash("sha256", text, "hex");
  // Divides 16 bits at a time, so that no intermediate result exceeds 53 bits. A division with BigInt takes several times as long.
  let remainder = 0;
  for (let at = 0; at < 16; at += 4)
    remainder = (remainder * 65_536 + Number.parseInt(hex.slice(at, at + 4), 16)) % CHECKSUMS;
  return base62(BigInt(remainder), CHECKSUM_LENGTH);
}
