import { invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { removeMembership, updateMembership } from "../accounts/index.ts";
import { transferApiKeys } from "../api-keys/index.ts";
import { businessMemberRecord, checkStaffLink } from "./businessMemberRecord.ts";
import type { BusinessMemberChanges, BusinessMemberRecord } from "./schema.ts";
import { findOtherOwner, lockBusinessMembers } from "./store.ts";

/**
 * Makes a member something else, or another staff member. Whoever is no owner any more has their keys taken over by
 * the owner of longest standing. Throws `not_found`; 422 when the only owner would go, or for a wrong staff member.
 */
export async function updateBusinessMember(
  tx: Transaction,
  businessId: string,
  userId: string,
  changes: BusinessMemberChanges,
  now: number,
): Promise<BusinessMemberRecord> {
  await tx.query(lockBusinessMembers, [businessId]);
  const before = await businessMemberRecord(tx, businessId, userId);
  const role = changes.role ?? before.role;
  const staffId =
    changes.staff_id === undefined ? before.staff_id : (changes.staff_id?.toLowerCase() ?? null);
  if (role === before.role && staffId === before.staff_id) return before;
  if (before.role === "owner" && role !== "owner") await handOver(tx, businessId, userId, "/role");
  await checkStaffLink(tx, businessId, { role, staffId, userId });
  updateMembership(tx, { businessId, userId, role, staffId, now });
  return businessMemberRecord(tx, businessId, userId);
}

/** Takes a member out of the business, from the next request on. Throws `not_found`; 422 for the only owner. */
export async function removeBusinessMember(
  tx: Transaction,
  businessId: string,
  userId: string,
): Promise<{ id: string; deleted: true }> {
  await tx.query(lockBusinessMembers, [businessId]);
  const { role } = await businessMemberRecord(tx, businessId, userId);
  if (role === "owner") await handOver(tx, businessId, userId, "");
  removeMembership(tx, businessId, userId);
  return { id: userId, deleted: true };
}

/** A business always keeps an owner (contract §2), and what runs by a key of the one who goes runs on by another's. */
async function handOver(tx: Transaction, businessId: string, userId: string, path: string): Promise<void> {
  const [heir] = await tx.query(findOtherOwner, [businessId, userId]);
  if (heir === undefined)
    throw invalid({
      path,
      message: "would leave the business without an owner: make somebody else one first",
    });
  transferApiKeys(tx, businessId, userId, heir.user_id);
}
