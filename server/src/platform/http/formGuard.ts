import { randomBytes, timingSafeEqual } from "node:crypto";
import { cookieValue } from "./cookie.ts";

/** What shows that a form was filled in on a page of ours, in the browser that it was shown to. */
export interface FormGuard {
  /** The value for the form: the browser's own if it has one, so that two open pages do not get in each other's way. */
  valueFor(cookieHeader: string | undefined): string;
  /** `Set-Cookie`, to go with the page. */
  cookie(value: string): string;
  /** Whether what the form brought is what the browser has. */
  isValid(cookieHeader: string | undefined, brought: string): boolean;
}

const VALUE = /^[\w-]{22}$/;

/**
 * Guards forms with a random value that is in the form and in a cookie. Another site can make a browser send a form, but
 * neither reads the one nor sets the other. Not by `Origin`, as with the API: a page without referrer sends `null` there.
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
    isValid: (header, brought) => {
      const known = cookieValue(header, name) ?? "";
      return (
        VALUE.test(known) && VALUE.test(brought) && timingSafeEqual(Buffer.from(known), Buffer.from(brought))
      );
    },
  };
}
