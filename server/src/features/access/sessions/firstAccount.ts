import { createHmac, timingSafeEqual } from "node:crypto";
import type { Reader } from "../../../platform/database/index.ts";
import { hasAnyUser } from "../accounts/index.ts";

/**
 * The token of the link to the first account, for a server on which only the invited may sign up: it is logged at the start
 * and valid while there is no user, so it can be used once. Derived from the installation's secret, so every process and
 * every start has the same one.
 */
export function firstAccountToken(secret: string): string {
  return createHmac("sha256", secret).update("daybook first account").digest("base64url");
}

/** Whether the token opens the first account. */
export async function isFirstAccount(reader: Reader, secret: string, token: string): Promise<boolean> {
  const expected = Buffer.from(firstAccountToken(secret));
  const sent = Buffer.from(token);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false;
  return !(await hasAnyUser(reader));
}
