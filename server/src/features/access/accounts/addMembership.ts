import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import {
  deleteMembership,
  deleteMembershipOfStaff,
  findFirstOwner,
  findMembershipOfStaff,
  insertMembership,
  lockMembershipRows,
  updateMembershipRow,
} from "./store.ts";

export interface NewMembership {
  readonly userId: string;
  readonly businessId: string;
  readonly role: Role;
  /** The staff member to whom the user is linked, or null if the user is not linked. */
  readonly staffId: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Waits for concurrent transactions that change memberships of the business, and blocks other transactions that do so until this
 * transaction ends. On a cluster, the lock on the business's row is not sufficient: the row and the memberships are on different nodes, and
 * the node with the memberships may commit first.
 */
export async function lockMemberships(tx: Transaction, businessId: string): Promise<void> {
  await tx.query(lockMembershipRows, { businessId });
}

/** Makes a user a business member. Throws `validation_failed` when the membership already exists. */
export async function addMembership(tx: Transaction, membership: NewMembership): Promise<{ id: string }> {
  const { userId, businessId, role, staffId, now } = membership;
  const row = { id: newId(), user_id: userId, business_id: businessId, role, staff_id: staffId };
  const [created] = await tx.query(insertMembership, { ...row, now });
  if (created === undefined) throw invalid({ path: "/user_id", message: "is already a business member" });
  return created;
}

/** Changes the role and the linked staff member of a membership. The caller has checked that the change is allowed. */
export function updateMembership(tx: Transaction, membership: NewMembership): void {
  const { userId, businessId, role, staffId, now } = membership;
  const row = { business_id: businessId, user_id: userId, role, staff_id: staffId };
  tx.write(updateMembershipRow, { ...row, updated_at: now });
}

/** Removes a user from a business. Requests of the user that arrive after the commit are rejected. */
export function removeMembership(tx: Transaction, businessId: string, userId: string): void {
  tx.write(deleteMembership, { business_id: businessId, user_id: userId });
}

/**
 * Deletes the membership of the user who is linked to this staff member. The membership of an owner remains, because a business must have
 * an owner. The membership of a manager remains unless `byOwner` is true, because only owners manage business members. Returns the
 * remaining membership, or null if the membership was deleted or the staff member has no linked user.
 */
export async function endMembershipOfStaff(
  tx: Transaction,
  businessId: string,
  staffId: string,
  byOwner: boolean,
): Promise<{ user_id: string; role: Role } | null> {
  tx.write(deleteMembershipOfStaff, {
    businessId,
    staffId,
    keptRoles: byOwner ? ["owner"] : ["owner", "manager"],
  });
  const [remaining] = await tx.query(findMembershipOfStaff, { businessId, staffId });
  return remaining ?? null;
}

/** Returns the id of the user with the earliest membership as an owner, or null if the business has no owner. */
export async function firstOwner(reader: Reader, businessId: string): Promise<string | null> {
  const [owner] = await reader.query(findFirstOwner, { businessId });
  return owner?.user_id ?? null;
}
