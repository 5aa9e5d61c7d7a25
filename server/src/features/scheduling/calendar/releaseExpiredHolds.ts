import type { Context } from "../../../platform/context.ts";
import { deleteExpiredHoldsOf, expiredHolds } from "./claimStore.ts";
import { lockSubjects } from "./subjects.ts";

/**
 * Gives back the time of up to `most` holds that have run out, business by business; answers how many were found.
 * Nothing waits for this: an expired hold counts for nobody, and a booking takes away those that it meets.
 */
export async function releaseExpiredHolds({ database, clock }: Context, limit: number): Promise<number> {
  const now = clock.now();
  const found = await expiredHolds(database, now, limit);
  const subjectsByBusiness = Map.groupBy(found, (claim) => claim.business_id);
  for (const [businessId, claims] of subjectsByBusiness) {
    const subjectIds = [...new Set(claims.map((claim) => claim.subject_id))];
    await database.transaction(async (tx) => {
      await lockSubjects(tx, businessId, subjectIds);
      deleteExpiredHoldsOf(tx, businessId, subjectIds, now);
    });
  }
  return found.length;
}
