import type { FastifyRequest } from "fastify";
import type { KioskCaller } from "../../../kernel/caller.ts";
import { hashOfToken, isLinkToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import { cookieValue } from "../../../platform/http/cookie.ts";
import { COOKIE } from "./cookie.ts";
import { findByToken, recordSeen } from "./store.ts";

const MINUTE_MS = 60_000;

/**
 * Returns a function that finds the kiosk of a request by its cookie; null if the cookie is missing or its token is unknown.
 * The function reads the database for each request, so a revoked kiosk is rejected immediately. Stores `last_seen_at` at most
 * once a minute.
 */
export function kioskAuthenticator({
  database,
  clock,
}: Context): (request: Pick<FastifyRequest, "headers">) => Promise<KioskCaller | null> {
  return async ({ headers }) => {
    const token = cookieValue(headers.cookie, COOKIE);
    if (token === undefined || !isLinkToken(token)) return null;
    const [row] = await database.query(findByToken, { tokenHash: hashOfToken(token) });
    if (row === undefined) return null;
    const { business_id: businessId, id, location_id: locationId, last_seen_at: seenAt } = row;
    const now = clock.now();
    if (seenAt === null || now - seenAt >= MINUTE_MS)
      await database.query(recordSeen, { businessId, id, now });
    return { kind: "kiosk", kioskId: id, businessId, locationId };
  };
}
