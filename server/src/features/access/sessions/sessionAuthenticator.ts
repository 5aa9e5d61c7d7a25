import type { IncomingHttpHeaders } from "node:http";
import type { SessionCaller } from "../../../kernel/caller.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Database } from "../../../platform/database/index.ts";
import { fingerprintOfToken, type SessionCookie, tokenIn } from "./sessionCookie.ts";
import { findSessions } from "./store.ts";

/** The part of a request that says who sent it. */
export interface CookieRequest {
  readonly headers: IncomingHttpHeaders;
}

/**
 * Knows who is signed in, by the session cookie: the user, and their role in each of their businesses as of this
 * moment. Both are read for every request, because whoever was signed out or has left a team is out from the next
 * request on, in every process; requests that arrive together share the look-up (freshly.ts).
 *
 * Answers null when there is no cookie of ours. Throws `unauthenticated` for one that is forged, expired or signed out.
 * That a write does not come from another web site is checked once the caller has been counted (platform/http/origin.ts).
 */
export function sessionAuthenticator(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
}): (request: CookieRequest) => Promise<SessionCaller | null> {
  const find = batchLoader(async (fingerprints: string[]) => {
    const tokens = fingerprints.map((fingerprint) => Buffer.from(fingerprint, "hex"));
    const rows = await options.database.query(findSessions, [tokens, new Date(options.clock.now())]);
    return new Map(rows.map((row) => [row.fingerprint, row]));
  });
  return async (request) => {
    const token = tokenIn(request.headers.cookie, options.cookie);
    if (token === null) return null;
    const found = token === undefined ? undefined : await find(fingerprintOfToken(token));
    if (found === undefined)
      throw new ApiError("unauthenticated", "The session is not valid any more. Sign in again.");
    return { kind: "session", userId: found.user_id, memberships: found.memberships };
  };
}
