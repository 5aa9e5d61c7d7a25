import { hash, randomBytes } from "node:crypto";
import { base62 } from "./base62.ts";

/** Returns a new token for a link: 256 random bits as 43 URL-safe characters. */
export function newLinkToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns whether a text has the format of `newLinkToken`. */
export function isLinkToken(text: string): boolean {
  return LINK_TOKEN.test(text);
}

/**
 * Returns the SHA-256 of a token, which is stored instead of the token. A fast hash is enough for 256 random bits; a slow one
 * would only slow down every request.
 */
export function hashOfToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Returns a new secret: 256 random bits as 43 letters and digits, so that a double click selects the whole secret. */
export function newSecretLetters(): string {
  return base62(BigInt(`0x${randomBytes(32).toString("hex")}`), 43);
}

const LINK_TOKEN = /^[A-Za-z0-9_-]{43}$/;
