import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** An appointment that a manage link opens. */
export interface LinkedAppointment {
  readonly businessId: string;
  readonly appointmentId: string;
}

const TOKEN = /^[A-Za-z0-9_-]{86}$/;
const ID_BYTES = 16;

/**
 * The token of an appointment's manage link: the ids of the business and the appointment, and 256 bits of HMAC-SHA256 with a key
 * derived from the installation's secret. It is the same in every e-mail, so nothing is stored (decision 47).
 */
export function manageToken(secret: string, { businessId, appointmentId }: LinkedAppointment): string {
  const ids = Buffer.concat([bytesOf(businessId), bytesOf(appointmentId)]);
  return Buffer.concat([ids, hmacOf(secret, ids)]).toString("base64url");
}

/** The appointment of a token; undefined for any other text. */
export function appointmentOfToken(secret: string, token: string): LinkedAppointment | undefined {
  if (!TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  // The last character has bits that a decoder ignores: only one text is the token.
  if (bytes.toString("base64url") !== token) return undefined;
  const ids = bytes.subarray(0, 2 * ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(2 * ID_BYTES), hmacOf(secret, ids))) return undefined;
  return { businessId: idOf(ids.subarray(0, ID_BYTES)), appointmentId: idOf(ids.subarray(ID_BYTES)) };
}

/** The URL of a manage link; `address` is that of the installation. */
export function manageUrl(address: string, secret: string, linked: LinkedAppointment): string {
  return `${address}/api/v1/public/appointments/${manageToken(secret, linked)}`;
}

function hmacOf(secret: string, ids: Buffer): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "daybook manage links 1", 32));
  return createHmac("sha256", key).update(ids).digest();
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function idOf(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
