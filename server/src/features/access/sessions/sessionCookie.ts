import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieValue } from "../../../platform/http/cookie.ts";

export interface SessionCookie {
  readonly name: string;
  /**
   * True if the public address uses https. The cookie is then `Secure` and its name has the prefix `__Host-`, with which browsers reject
   * the cookie if another host sets it.
   */
  readonly isSecure: boolean;
  /** The signing key, derived from the installation's secret for this purpose only. */
  readonly signingKey: string;
}

/**
 * Returns the session cookie for a public address. Without a public address, returns the cookie for plain HTTP on this machine.
 */
export function sessionCookie(options: {
  readonly secret: string;
  readonly publicUrl?: string;
}): SessionCookie {
  const isSecure = options.publicUrl?.startsWith("https:") === true;
  return {
    name: `${isSecure ? "__Host-" : ""}daybook_session`,
    isSecure,
    signingKey: createHmac("sha256", options.secret).update("daybook session cookies").digest("hex"),
  };
}

/** The format that better-auth uses: the token, a dot, and the base64 HMAC-SHA256 of the token. */
const SIGNED = /^([A-Za-z0-9]{32})\.([A-Za-z0-9+/]{43}=)$/;

/**
 * Returns the session token in a `Cookie` header: null if the header has no session cookie, undefined if the signature is
 * invalid, so that callers can reject the cookie without a query.
 */
export function tokenIn(header: string | undefined, cookie: SessionCookie): string | null | undefined {
  const value = cookieValue(header, cookie.name);
  if (value === undefined) return null;
  const [, token, signature] = SIGNED.exec(decoded(value)) ?? [];
  if (token === undefined || signature === undefined) return undefined;
  const expected = createHmac("sha256", cookie.signingKey).update(token).digest();
  return timingSafeEqual(Buffer.from(signature, "base64"), expected) ? token : undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // The percent encoding is invalid, so Daybook did not set this value.
    return "";
  }
}
