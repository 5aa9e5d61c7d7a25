import { createHmac, hkdfSync } from "node:crypto";

/**
 * Returns the hash under which a pairing code or PIN is stored. A plain hash of such a short text could be reversed by trying all values,
 * so this is an HMAC. Its key is derived from the installation's secret (HKDF-SHA256).
 */
export function hmacOf(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "daybook kiosks 1", 32));
  return createHmac("sha256", key).update(text).digest();
}
