import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieValue } from "../../../platform/http/cookie.ts";

/** The cookie of a session: its name, how it is set, and what signs it. */
export interface SessionCookie {
  readonly name: string;
  /** Under https: `Secure`, and `__Host-` in the name, so that no other host or path can set it. */
  readonly isSecure: boolean;
  /** The key its signature is made with; of the installation's secret, but good for nothing else. */
  readonly signingKey: string;
}

/** How the cookie looks to whoever reaches us at this address; without one, over plain HTTP on this machine. */
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

/** What better-auth writes: the token, a dot, the base64 HMAC-SHA256 of the token. */
const SIGNED = /^([A-Za-z0-9]{32})\.([A-Za-z0-9+/]{43}=)$/;

/**
 * The session token in a `Cookie` header: null when there is no cookie of ours, undefined when it is not one that we
 * have signed. A token is therefore looked up only if it was once ours.
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
    // A percent sign out of place: not a value we wrote.
    return "";
  }
}
