import type { Transaction } from "../../../platform/database/index.ts";
import { deleteClaimsOfHold, extendClaimsOfHold, listSubjectsOfHold } from "./claimStore.ts";
import { assumeTaken, revokeHold, takeTime, takeTimeOnline } from "./claims.ts";
import { mayBeFree, noClaims, requireFree } from "./freeTime.ts";
import { readClaimsWithoutLock } from "./lockedClaims.ts";
import { lockSubjects } from "./subjects.ts";

/**
 * Locks the subjects of a hold, together with `more`. Returns whether the hold still has claims; a booking by staff that overlaps
 * the hold deletes them.
 */
async function lock(
  tx: Transaction,
  businessId: string,
  holdId: string,
  more: readonly string[] = [],
): Promise<boolean> {
  const before = await tx.query(listSubjectsOfHold, { businessId, holdId });
  await lockSubjects(tx, businessId, [...new Set([...before.map((row) => row.subject_id), ...more])]);
  return (await tx.query(listSubjectsOfHold, { businessId, holdId })).length > 0;
}

/** Releases the time of a hold. Its subjects must be locked. */
function release(tx: Transaction, businessId: string, holdId: string): void {
  tx.write(deleteClaimsOfHold, { business_id: businessId, holdId });
}

/** Changes the expiry of a hold. Its subjects must be locked. */
function extend(tx: Transaction, businessId: string, holdId: string, expiresAt: number): void {
  tx.write(extendClaimsOfHold, { business_id: businessId, holdId, expiresAt });
}

/** Operations that claim time for appointments and holds, and change the claims of holds. */
export const claimedTime = {
  /** Functions for previews: they read claims without locks, and treat time as taken without writing claims. */
  readWithoutLock: readClaimsWithoutLock,
  assume: assumeTaken,
  /** Functions for a booking in one round trip. Such a booking assumes that its time is free. */
  mayBeFree,
  none: noClaims,
  requireFree,
  take: takeTime,
  takeOnline: takeTimeOnline,
  lockHold: lock,
  releaseHold: release,
  extendHold: extend,
  revokeHold,
};
