import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";

/**
 * A mark by which a secret is recognised and from which it cannot be guessed: an operator's own secret may be a sentence,
 * so the mark is as dear to try as a password's.
 */
export function secretCheckOf(secret: string): string {
  const salt = randomBytes(16);
  return `${salt.toString("hex")}:${markOf(secret, salt).toString("hex")}`;
}

/** Whether the mark was made of this secret. */
export function matchesSecret(check: string, secret: string): boolean {
  const [salt = "", mark = ""] = check.split(":");
  const expected = Buffer.from(mark, "hex");
  const found = markOf(secret, Buffer.from(salt, "hex"));
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function markOf(secret: string, salt: Buffer): Buffer {
  return scryptSync(secret, salt, 32);
}
