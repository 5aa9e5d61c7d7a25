import { utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import type { StaffRecord } from "./schema.ts";
import { findMember, findStaffIds, type staffColumns } from "./store.ts";

/** One member of the team, active or not (contract §3). Throws `not_found`. */
export async function staffRecord(reader: Reader, businessId: string, staffId: string): Promise<StaffRecord> {
  const [row] = await reader.query(findMember, [businessId, staffId]);
  if (row === undefined) throw notFound();
  return recordOf(row);
}

/** The record of contract §3 from its row. */
export function recordOf(row: RowOf<typeof staffColumns>): StaffRecord {
  return { ...row, created_at: utcText(row.created_at), updated_at: utcText(row.updated_at) };
}

/** Those of the named members that the business has, active or not. */
export async function staffNamed(
  reader: Reader,
  businessId: string,
  staffIds: readonly string[],
): Promise<Set<string>> {
  if (staffIds.length === 0) return new Set();
  const rows = await reader.query(findStaffIds, [businessId, staffIds]);
  return new Set(rows.map(({ id }) => id));
}
