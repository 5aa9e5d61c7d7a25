import { createHmac, hkdfSync } from "node:crypto";

/**
 * Returns the hash of a pairing code or a PIN that is stored. Both are so short that a reader of the database
 * could compute the plain hashes of all of them. The key is derived from the installation's secret (HKDF-SHA256).
 */
export function hmacOf(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "daybook kiosks 1", 32));
  return createHmac("sha256", key).update(text).digest();
}
