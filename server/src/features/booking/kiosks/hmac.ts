import { createHmac, hkdfSync } from "node:crypto";

/**
 * Returns the hash under which a pairing code or PIN is stored. The hash is an HMAC, because an attacker could reverse the plain hash of
 * such a short text by trying all values. The HMAC key is derived from the installation's secret (HKDF-SHA256).
 */
export function hmacOf(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "daybook kiosks 1", 32));
  return createHmac("sha256", key).update(text).digest();
}
