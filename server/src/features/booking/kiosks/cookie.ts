import { API_PREFIX } from "../../../platform/http/route.ts";

export const COOKIE = "daybook_kiosk";
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/**
 * Returns the `Set-Cookie` header with a kiosk's token; null deletes the cookie. Browsers send the cookie only to kiosk routes and only
 * from pages of this site.
 */
export function kioskCookie(token: string | null, address: string): string {
  const secure = address.startsWith("https:") ? "; Secure" : "";
  const age = token === null ? 0 : MAX_AGE_SECONDS;
  return `${COOKIE}=${token ?? ""}; Path=${API_PREFIX}/kiosk; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}
