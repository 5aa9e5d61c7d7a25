import { randomBytes, timingSafeEqual } from "node:crypto";
import { cookieValue } from "./cookie.ts";

/** Protects the forms of HTML pages against cross-site request forgery. */
export interface FormGuard {
  /** Returns the token for the form. Uses the token in the browser's cookie if there is one, so that two open pages both work. */
  valueFor(cookieHeader: string | undefined): string;
  /** Returns the `Set-Cookie` header for the page. */
  cookie(value: string): string;
  /** Returns whether the token of the submitted form equals the token in the cookie. */
  isValid(cookieHeader: string | undefined, submitted: string): boolean;
}

const VALUE = /^[\w-]{22}$/;

/**
 * Returns a guard that uses double-submit cookies: the form and a cookie contain the same random token. Another site can make a browser
 * submit a form but can neither read the page nor set the cookie. The API's `Origin` check does not work here, because browsers send
 * `null` for a page with `Referrer-Policy: no-referrer`.
 */
export function formGuard(options: { readonly isSecure: boolean }): FormGuard {
  const name = `${options.isSecure ? "__Host-" : ""}daybook_form`;
  return {
    valueFor: (header) => {
      const known = cookieValue(header, name) ?? "";
      return VALUE.test(known) ? known : randomBytes(16).toString("base64url");
    },
    cookie: (value) =>
      `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${options.isSecure ? "; Secure" : ""}`,
    isValid: (header, submitted) => {
      const known = cookieValue(header, name) ?? "";
      return (
        VALUE.test(known) &&
        VALUE.test(submitted) &&
        timingSafeEqual(Buffer.from(known), Buffer.from(submitted))
      );
    },
  };
}
