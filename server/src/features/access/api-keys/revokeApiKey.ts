import { notFound } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { revokeKey } from "./store.ts";

/**
 * Revokes a key. Every process rejects requests that arrive after the commit (spec §5). Throws `not_found` for an unknown key, a revoked
 * key and a key of another business (contract §2).
 */
export async function revokeApiKey(
  tx: Transaction,
  businessId: string,
  keyId: string,
  now: number,
): Promise<{ id: string; deleted: true }> {
  const [revoked] = await tx.query(revokeKey, { businessId, id: keyId, now });
  if (revoked === undefined) throw notFound();
  return { id: revoked.id, deleted: true };
}
