import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

/**
 * Returns a salted scrypt hash for recognising a secret. The hash function is deliberately slow, as for passwords, because an
 * operator may choose a secret that can be guessed.
 */
export function secretCheckOf(secret: string): string {
  const salt = randomBytes(16);
  return `${salt.toString("hex")}:${hashOf(secret, salt).toString("hex")}`;
}

/** Returns whether the hash was made from this secret. */
export function matchesSecret(check: string, secret: string): boolean {
  const [salt = "", hash = ""] = check.split(":");
  const expected = Buffer.from(hash, "hex");
  const found = hashOf(secret, Buffer.from(salt, "hex"));
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function hashOf(secret: string, salt: Buffer): Buffer {
  return scryptSync(secret, salt, 32);
}
