import type { Database, Transaction } from "../../../platform/database/index.ts";
import { IMPORT_KINDS } from "./kinds.ts";
import { deleteRows, type ImportedRow, listRows } from "./rowStore.ts";
import { deleteImport, isStill, lockImport, updateProgress, type Work } from "./store.ts";

const ROWS_PER_BATCH = 200;
const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Undoes the next rows of an import, and deletes the import once all rows are undone; only the audit log then contains the import. Keeps
 * records that were changed after the import and records that other records reference.
 */
export async function undoBatch(database: Database, work: Work, now: number): Promise<void> {
  const { business_id: businessId, id: importId, done_count: afterNumber } = work;
  const page = { afterNumber, outcome: null, withProblems: false, limit: ROWS_PER_BATCH };
  const rows = await database.query(listRows, { businessId, importId, ...page });
  if (rows.length > 0) return undoRows(database, work, rows, now);
  await database.transaction(async (tx) => {
    const [locked] = await tx.query(lockImport, { businessId, importId });
    if (locked !== undefined && isStill(locked, work)) tx.write(deleteImport, { businessId, importId });
  });
}

/**
 * Undoes rows in one transaction. If another record references a record of these rows, a foreign key makes the transaction fail. Each half
 * of the rows is then undone in a separate transaction, down to a single row, whose record is kept.
 */
async function undoRows(
  database: Database,
  work: Work,
  rows: readonly ImportedRow[],
  now: number,
): Promise<void> {
  try {
    await database.transaction((tx) => removeRows(tx, work, rows, { now, keepsRecords: false }));
  } catch (error) {
    if ((error as { code?: unknown }).code !== FOREIGN_KEY_VIOLATION) throw error;
    if (rows.length === 1)
      return database.transaction((tx) => removeRows(tx, work, rows, { now, keepsRecords: true }));
    const middle = Math.ceil(rows.length / 2);
    const [first, second] = [rows.slice(0, middle), rows.slice(middle)];
    await undoRows(database, work, first, now);
    const done_count = first.at(-1)?.row_number ?? work.done_count;
    await undoRows(database, { ...work, done_count }, second, now);
  }
}

async function removeRows(
  tx: Transaction,
  work: Work,
  rows: readonly ImportedRow[],
  { now, keepsRecords }: { readonly now: number; readonly keepsRecords: boolean },
): Promise<void> {
  const { business_id: businessId, id: importId } = work;
  const [locked] = await tx.query(lockImport, { businessId, importId });
  if (locked === undefined || !isStill(locked, work)) return;
  const untilNumber = rows.at(-1)?.row_number ?? work.row_count;
  tx.write(deleteRows, { businessId, importId, untilNumber });
  if (!keepsRecords) await IMPORT_KINDS[work.kind].undo(tx, businessId, rows);
  const { status, completed_at } = locked;
  tx.write(updateProgress, { businessId, importId, status, done_count: untilNumber, completed_at, now });
}
