import { utcText } from "@daybook/engine";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { lockStaffMember } from "../../business/staff/index.ts";
import type { BusinessMemberRecord } from "./schema.ts";
import { findMember, isStaffTaken, listMembers, type memberColumns } from "./store.ts";

/** Returns one business member. Throws `not_found` for a user who is not a business member. */
export async function businessMemberRecord(
  reader: Reader,
  businessId: string,
  userId: string,
): Promise<BusinessMemberRecord> {
  const [row] = await reader.query(findMember, { businessId, userId });
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** Returns a page of the business members, in the order of joining. */
export async function listBusinessMembers(
  reader: Reader,
  businessId: string,
  query: { readonly limit?: number; readonly cursor?: string },
): Promise<{ items: BusinessMemberRecord[]; next_cursor: string | null }> {
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "members", businessId };
  const [afterCreatedAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listMembers, { businessId, afterCreatedAt, afterId, limit: limit + 1 });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], recordOf);
}

/**
 * Throws `validation_failed` when the user cannot be linked to this staff member: the staff member is unknown or inactive, another user is
 * linked to the staff member, or the role is `staff` and no staff member is given. The caller must hold the lock of the business.
 */
export async function checkStaffLink(
  tx: Transaction,
  businessId: string,
  link: { readonly role: string; readonly staffId: string | null; readonly userId: string | null },
): Promise<void> {
  const { role, staffId, userId } = link;
  if (staffId === null) {
    if (role !== "staff") return;
    throw invalid({ path: "/staff_id", message: 'is required when `role` is "staff"' });
  }
  // A concurrent transaction that deactivates the staff member waits for this lock and then finds the new membership.
  const staffMember = await lockStaffMember(tx, businessId, staffId);
  if (staffMember === undefined)
    throw invalid({ path: "/staff_id", message: "is not a staff member of this business" });
  if (!staffMember.active)
    throw invalid({ path: "/staff_id", message: "is not an active staff member of this business" });
  const [found] = await tx.query(isStaffTaken, { businessId, staffId, userId: userId ?? NIL_ID });
  if (found?.taken === true)
    throw invalid({ path: "/staff_id", message: "is already linked to another business member" });
}

function recordOf(row: RowOf<typeof memberColumns>): BusinessMemberRecord {
  return { ...row, created_at: utcText(row.created_at), updated_at: utcText(row.updated_at) };
}
