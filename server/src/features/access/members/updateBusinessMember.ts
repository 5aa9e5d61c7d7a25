import { invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockBusiness } from "../../business/businesses/index.ts";
import { lockMemberships, removeMembership, updateMembership } from "../accounts/index.ts";
import { transferApiKeys } from "../api-keys/index.ts";
import { businessMemberRecord, checkStaffLink } from "./businessMemberRecord.ts";
import type { BusinessMemberChanges, BusinessMemberRecord } from "./schema.ts";
import { findOtherOwner } from "./store.ts";

/**
 * Changes the role or the linked staff member of a business member. The API keys of an owner who loses the role are transferred
 * to the owner with the earliest membership. Throws `not_found` for a user who is not a business member, and `validation_failed` if the
 * business would have no owner or the staff member is invalid.
 */
export async function updateBusinessMember(
  tx: Transaction,
  businessId: string,
  userId: string,
  changes: BusinessMemberChanges,
  now: number,
): Promise<BusinessMemberRecord> {
  await lockBusiness(tx, businessId);
  await lockMemberships(tx, businessId);
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

/**
 * Removes a business member. Requests of the user that arrive after the commit are rejected. Throws `not_found` for a
 * user who is not a business member, and `validation_failed` for the only owner.
 */
export async function removeBusinessMember(
  tx: Transaction,
  businessId: string,
  userId: string,
): Promise<{ id: string; deleted: true }> {
  await lockBusiness(tx, businessId);
  await lockMemberships(tx, businessId);
  const { role } = await businessMemberRecord(tx, businessId, userId);
  if (role === "owner") await handOver(tx, businessId, userId, "");
  removeMembership(tx, businessId, userId);
  return { id: userId, deleted: true };
}

/**
 * Transfers the owner's API keys to another owner. Throws `validation_failed` for the only owner, because a business must have an
 * owner (contract §2).
 */
async function handOver(tx: Transaction, businessId: string, userId: string, path: string): Promise<void> {
  const [successor] = await tx.query(findOtherOwner, { businessId, userId });
  if (successor === undefined)
    throw invalid({
      path,
      message: "would leave the business without an owner: add another owner first",
    });
  transferApiKeys(tx, businessId, userId, successor.user_id);
}
