import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Role } from "../../../kernel/scopes.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { deleteMembership, findFirstOwner, insertMembership, updateMembershipRow } from "./store.ts";

export interface NewMembership {
  readonly userId: string;
  readonly businessId: string;
  readonly role: Role;
  /** The staff member this user is, or null: an owner need not work in the salon. */
  readonly staffId: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Lets a user into a business. Throws `validation_failed` when they are a member already. */
export async function addMembership(tx: Transaction, membership: NewMembership): Promise<{ id: string }> {
  const { userId, businessId, role, staffId, now } = membership;
  const values = [newId(), userId, businessId, role, staffId, new Date(now)];
  const [created] = await tx.query(insertMembership, values);
  if (created === undefined) throw invalid({ path: "/user_id", message: "is a member of this business" });
  return created;
}

/** Writes what a member is from now on. Who may become what is the members' own matter (features/members). */
export function updateMembership(tx: Transaction, membership: NewMembership): void {
  const { businessId, userId, role, staffId, now } = membership;
  tx.write(updateMembershipRow, [businessId, userId, role, staffId, new Date(now)]);
}

/** Takes a user out of a business: from the commit on, no request of theirs gets in. */
export function removeMembership(tx: Transaction, businessId: string, userId: string): void {
  tx.write(deleteMembership, [businessId, userId]);
}

/** The user who has owned a business for longest; null when the business has no owner. */
export async function firstOwner(reader: Reader, businessId: string): Promise<string | null> {
  const [owner] = await reader.query(findFirstOwner, [businessId]);
  return owner?.user_id ?? null;
}
