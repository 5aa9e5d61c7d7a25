import { utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader, RowOf, Transaction } from "../../../platform/database/index.ts";
import type { StaffMemberRecord } from "./schema.ts";
import { findStaffIds, findStaffMember, lockStaffRow, type staffColumns } from "./store.ts";

/** One staff member, active or not (contract §3). Throws `not_found`. */
export async function staffMemberRecord(
  reader: Reader,
  businessId: string,
  staffId: string,
): Promise<StaffMemberRecord> {
  const [row] = await reader.query(findStaffMember, { businessId, id: staffId });
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** The record of contract §3 from its row. */
export function recordOf(row: RowOf<typeof staffColumns>): StaffMemberRecord {
  return { ...row, created_at: utcText(row.created_at), updated_at: utcText(row.updated_at) };
}

/** Prevents changes of a staff member until the transaction ends. Returns whether it is active; undefined if it is unknown. */
export async function lockStaffMember(
  tx: Transaction,
  businessId: string,
  staffId: string,
): Promise<{ readonly active: boolean } | undefined> {
  const [row] = await tx.query(lockStaffRow, { businessId, id: staffId });
  return row;
}

/** Which of these ids are staff members of the business, active or not. */
export async function knownStaffIds(
  reader: Reader,
  businessId: string,
  staffIds: readonly string[],
): Promise<Set<string>> {
  if (staffIds.length === 0) return new Set();
  const rows = await reader.query(findStaffIds, { businessId, ids: staffIds });
  return new Set(rows.map(({ id }) => id));
}
