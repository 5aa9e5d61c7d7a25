import type { Transaction } from "../../../platform/database/index.ts";
import { locked, readImport, refusedStatus } from "./mapping.ts";
import { UNDO_MS } from "./records.ts";
import type { ImportRecord } from "./schema.ts";
import { startWork } from "./store.ts";

interface Start {
  readonly businessId: string;
  readonly importId: string;
  /** The user whom the audit log names for changes by the worker. */
  readonly userId: string;
  readonly address: string;
  readonly now: number;
}

/**
 * Queues an import to be run by the worker. Throws `not_found` for an unknown import, and `invalid_transition` unless the columns of the
 * import are assigned.
 */
export async function startRun(tx: Transaction, start: Start): Promise<ImportRecord> {
  const row = await locked(tx, start.businessId, start.importId);
  if (row.status !== "ready") throw refusedStatus(row, "queued");
  tx.write(startWork, { ...start, status: "queued" });
  return readImport(tx, start.businessId, start.importId);
}

/**
 * Queues an import to be undone by the worker. Throws `not_found` for an unknown import, and `invalid_transition` if the import
 * was not completed within the last day.
 */
export async function startUndo(tx: Transaction, start: Start): Promise<ImportRecord> {
  const row = await locked(tx, start.businessId, start.importId);
  const isUndoable =
    row.status === "completed" && row.completed_at !== null && start.now < row.completed_at + UNDO_MS;
  if (!isUndoable) throw refusedStatus(row, "undoing");
  tx.write(startWork, { ...start, status: "undoing" });
  return readImport(tx, start.businessId, start.importId);
}
