import { createHmac, timingSafeEqual } from "node:crypto";
import type { Reader } from "../../../platform/database/index.ts";
import { hasAnyUser } from "../accounts/index.ts";

/**
 * Returns the token of the link to the first account, for a server that accepts sign-ups by invitation only. The server logs
 * the link when it starts; the link is valid while no user exists, so it can be used only once. The token is derived from the
 * installation's secret, so it is the same in every process and after every restart.
 */
export function firstAccountToken(secret: string): string {
  return createHmac("sha256", secret).update("daybook first account").digest("base64url");
}

/** Returns whether the token is correct and no user exists yet. */
export async function isFirstAccount(reader: Reader, secret: string, token: string): Promise<boolean> {
  const expected = Buffer.from(firstAccountToken(secret));
  const sent = Buffer.from(token);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false;
  return !(await hasAnyUser(reader));
}
