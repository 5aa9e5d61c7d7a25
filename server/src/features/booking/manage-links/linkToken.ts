import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** The record to which a link gives access, and its business. */
export interface LinkedRecord {
  readonly businessId: string;
  readonly id: string;
}

const TOKEN = /^[A-Za-z0-9_-]{86}$/;
const ID_BYTES = 16;

/**
 * Returns the token of a link: the ids of the business and the record, and 256 bits of HMAC-SHA256 with a key derived from the
 * installation's secret. The key depends on `purpose`, so a token is valid for one kind of link only. The token of a record never
 * changes, so it is not stored (decision 47).
 */
export function linkToken(secret: string, purpose: string, { businessId, id }: LinkedRecord): string {
  const ids = Buffer.concat([bytesOf(businessId), bytesOf(id)]);
  return Buffer.concat([ids, hmacOf(secret, purpose, ids)]).toString("base64url");
}

/** Returns the record of a token; undefined for an invalid token. */
export function recordOfToken(secret: string, purpose: string, token: string): LinkedRecord | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  // The decoder ignores some bits of the last character, so several texts decode to the same bytes. Only the canonical text is valid.
  if (bytes.toString("base64url") !== token) return undefined;
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), hmacOf(secret, purpose, ids))) return undefined;
  return { businessId: idOf(ids.subarray(0, ID_BYTES)), id: idOf(ids.subarray(ID_BYTES)) };
}

function hmacOf(secret: string, purpose: string, ids: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `daybook ${purpose} 1`, 32));
  return createHmac("sha256", key).update(ids).digest();
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
