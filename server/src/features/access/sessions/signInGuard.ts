import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Context } from "../../../platform/context.ts";
import { cookieValue } from "../../../platform/http/cookie.ts";
import { refillQuota, useQuota } from "../../../platform/limits/index.ts";
import type { AuthAnswer } from "./callAuth.ts";
import type { SessionCookie } from "./sessionCookie.ts";

/** Limit on failed sign-ins to an account from browsers that have never signed in to the account, summed over all IP addresses. */
export const UNKNOWN_DEVICES = { purpose: "sign-ins", max: 10, windowMs: 15 * 60_000 } as const;
/** Limit on failed sign-ins to an account from browsers that have signed in to the account before. */
const KNOWN_DEVICES = { ...UNKNOWN_DEVICES, purpose: "sign-ins of known devices" } as const;

const COOKIE_DAYS = 180;
/** Maximum number of accounts in the device cookie of a shared browser. */
const MAX_ACCOUNTS = 5;

/** A function that runs a sign-in unless the account's limit on failed sign-ins is reached. */
export type SignInGuard = (
  request: FastifyRequest,
  email: string,
  signIn: () => Promise<AuthAnswer>,
) => Promise<AuthAnswer>;

/**
 * Returns a guard that limits password guesses per account. A successful sign-in sets a device cookie, and browsers with this
 * cookie have a separate limit. A stranger who reaches the account's limit therefore cannot prevent the account's user from
 * signing in on a known browser. A password reset refills the account's limit (decision 40). Attempts with unknown addresses
 * are counted as well, so the limit does not reveal which addresses belong to a user.
 */
export function signInGuard({ database, clock }: Context, session: SessionCookie): SignInGuard {
  const name = session.name.replace("_session", "_device");
  const proofOf = (email: string) =>
    createHmac("sha256", session.signingKey).update(`device ${email}`).digest("base64url").slice(0, 22);
  return async (request, sentEmail, signIn) => {
    const email = sentEmail.toLowerCase();
    const proof = proofOf(email);
    const proofs = (cookieValue(request.headers.cookie, name) ?? "").split(".");
    const isKnown = proofs.some((one) => one.length === proof.length && isSame(one, proof));
    const quota = { ...(isKnown ? KNOWN_DEVICES : UNKNOWN_DEVICES), subject: email };
    await useQuota(
      database,
      quota,
      clock.now(),
      "Too many failed attempts to sign in to this account. Try again later, use a browser that has signed in before, or reset the password.",
    );
    const answer = await signIn();
    await refillQuota(database, quota);
    const value = [proof, ...proofs.filter((one) => /^[\w-]{22}$/.test(one) && one !== proof)]
      .slice(0, MAX_ACCOUNTS)
      .join(".");
    const attributes = `Max-Age=${COOKIE_DAYS * 86_400}; Path=/; HttpOnly; ${session.isSecure ? "Secure; " : ""}SameSite=Lax`;
    return { ...answer, cookies: [...answer.cookies, `${name}=${value}; ${attributes}`] };
  };
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
