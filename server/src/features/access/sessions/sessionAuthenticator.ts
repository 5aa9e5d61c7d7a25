import type { IncomingHttpHeaders } from "node:http";
import type { SessionCaller } from "../../../kernel/caller.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { ApiError } from "../../../kernel/errors.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import { batchLoader } from "../../../platform/batchLoader.ts";
import type { Database } from "../../../platform/database/index.ts";
import { type SessionCookie, tokenIn } from "./sessionCookie.ts";
import { findSessions } from "./store.ts";

/** The part of a request that identifies the caller. */
export interface CookieRequest {
  readonly headers: IncomingHttpHeaders;
}

/**
 * Returns an authenticator that identifies the user by the session cookie and reads the user's current role in each of the
 * user's businesses. Every request reads the session and the roles from the database, because a sign-out or the end of a
 * membership must apply from the next request on in every process. The lookups of concurrent requests share one query (batch
 * loader).
 *
 * The authenticator returns null without a session cookie. The authenticator throws `unauthenticated` for a forged, expired or
 * ended session. The server checks the `Origin` header of a write later, after the rate limits have counted the request
 * (platform/http/origin.ts).
 */
export function sessionAuthenticator(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookie: SessionCookie;
}): (request: CookieRequest) => Promise<SessionCaller | null> {
  const find = batchLoader(async (fingerprints: string[]) => {
    const tokens = fingerprints.map((fingerprint) => Buffer.from(fingerprint, "hex"));
    const rows = await options.database.query(findSessions, { tokens, now: options.clock.now() });
    return new Map(rows.map((row) => [row.fingerprint, row]));
  });
  return async (request) => {
    const token = tokenIn(request.headers.cookie, options.cookie);
    if (token === null) return null;
    const found = token === undefined ? undefined : await find(hashOfToken(token).toString("hex"));
    if (found === undefined)
      throw new ApiError("unauthenticated", "The session is unknown, expired or revoked. Sign in again.");
    const { session_id: sessionId, user_id: userId, memberships } = found;
    return { kind: "session", sessionId, userId, memberships };
  };
}
