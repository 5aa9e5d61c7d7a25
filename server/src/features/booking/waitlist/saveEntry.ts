import type { Transaction } from "../../../platform/database/index.ts";
import { type EntryRow, updateEntry } from "./store.ts";

/** Writes the changes to a locked entry and returns the result. Writes nothing if no value differs. */
export function saveEntry(
  tx: Transaction,
  businessId: string,
  before: EntryRow,
  changes: Partial<EntryRow>,
  now: number,
): EntryRow {
  const after = { ...before, ...changes };
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  const row = { ...after, version: before.version + 1, updated_at: Math.max(now, before.updated_at) };
  tx.write(updateEntry, { business_id: businessId, ...row });
  return row;
}
