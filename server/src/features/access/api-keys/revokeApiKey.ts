import { notFound } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { revokeKey } from "./store.ts";

/**
 * Ends a key: from the commit on, no request that arrives anywhere is let in by it (spec §5). Throws `not_found`
 * for an unknown key, another business's, and one that was revoked before (contract §2).
 */
export async function revokeApiKey(
  tx: Transaction,
  businessId: string,
  keyId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [revoked] = await tx.query(revokeKey, [businessId, keyId, new Date(now)]);
  if (revoked === undefined) throw notFound();
  return { id: revoked.id, deleted: true };
}
