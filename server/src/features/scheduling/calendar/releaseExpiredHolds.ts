import type { Context } from "../../../platform/context.ts";
import { deleteExpiredHolds, findExpiredHolds } from "./claimStore.ts";
import { lockSubjects } from "./subjects.ts";

/**
 * Finds up to `limit` claims of expired holds and returns their number. Deletes all expired claims of the same subjects, in one
 * transaction per business. An expired hold blocks no booking, because a booking deletes the expired holds that it overlaps.
 */
export async function releaseExpiredHolds({ database, clock }: Context, limit: number): Promise<number> {
  const now = clock.now();
  const found = await database.query(findExpiredHolds, { now, limit });
  for (const [businessId, claims] of Map.groupBy(found, (claim) => claim.business_id)) {
    const subjectIds = [...new Set(claims.map((claim) => claim.subject_id))];
    await database.transaction(async (tx) => {
      await lockSubjects(tx, businessId, subjectIds);
      tx.write(deleteExpiredHolds, { business_id: businessId, subjectIds, now });
    });
  }
  return found.length;
}
