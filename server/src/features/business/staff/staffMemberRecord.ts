import { utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import { pictureUrlOf } from "../pictures/index.ts";
import type { StoredStaffMember } from "./schema.ts";
import { findStaffIds, findStaffMember, listStaffNames, lockStaffRow, type staffColumns } from "./store.ts";

/** Reads one staff member, active or inactive (contract §3). Throws `not_found` for an unknown staff member. */
export async function staffMemberRecord(
  reader: Reader,
  businessId: string,
  staffId: string,
): Promise<StoredStaffMember> {
  const [row] = await reader.query(findStaffMember, { businessId, id: staffId });
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** Converts a staff row to the API record (contract §3), without the URL of the photo. */
export function recordOf(row: RowOf<typeof staffColumns>): StoredStaffMember {
  return { ...row, created_at: utcText(row.created_at), updated_at: utcText(row.updated_at) };
}

/** Replaces the id of the photo with the photo's URL. */
export function withPhotoUrl<Stored extends StoredStaffMember>(
  { photo_id, ...member }: Stored,
  businessId: string,
  address: string,
) {
  return { ...member, photo_url: pictureUrlOf(address, businessId, photo_id) };
}

/**
 * Locks a staff member against changes until the transaction ends. Returns whether the staff member is active, or undefined for
 * an unknown id.
 */
export async function lockStaffMember(
  tx: Transaction,
  businessId: string,
  staffId: string,
): Promise<{ readonly active: boolean } | undefined> {
  const [row] = await tx.query(lockStaffRow, { businessId, id: staffId });
  return row;
}

/** Returns the given ids that belong to staff members of the business, active or inactive. */
export async function knownStaffIds(
  reader: Reader,
  businessId: string,
  staffIds: readonly string[],
): Promise<Set<string>> {
  if (staffIds.length === 0) return new Set();
  const rows = await reader.query(findStaffIds, { businessId, ids: staffIds });
  return new Set(rows.map(({ id }) => id));
}

/** Returns the active staff members with the names by which an imported file can refer to them: display name, full name and first name. */
export async function staffNames(reader: Reader, businessId: string) {
  const rows = await reader.query(listStaffNames, { businessId });
  return rows.map(({ id, display_name, first_name, last_name }) => ({
    id,
    names: [display_name, [first_name, last_name].filter(Boolean).join(" "), first_name],
  }));
}
