import type { Transaction } from "../../../platform/database/index.ts";
import { locked, readImport, refusedStatus } from "./mapping.ts";
import { UNDO_MS } from "./records.ts";
import type { ImportRecord } from "./schema.ts";
import { startWork } from "./store.ts";

interface Start {
  readonly businessId: string;
  readonly importId: string;
  /** The user that the audit log names for the worker's changes. */
  readonly userId: string;
  readonly address: string;
  readonly now: number;
}

/** Queues an import to be run by the worker. Throws `not_found`, and `invalid_transition` unless its columns are assigned. */
export async function startRun(tx: Transaction, start: Start): Promise<ImportRecord> {
  const row = await locked(tx, start.businessId, start.importId);
  if (row.status !== "ready") throw refusedStatus(row, "queued");
  tx.write(startWork, { ...start, status: "queued" });
  return readImport(tx, start.businessId, start.importId);
}

/** Queues an import to be undone by the worker. Throws `not_found`, and `invalid_transition` later than a day after the run. */
export async function startUndo(tx: Transaction, start: Start): Promise<ImportRecord> {
  const row = await locked(tx, start.businessId, start.importId);
  const isUndoable =
    row.status === "completed" && row.completed_at !== null && start.now < row.completed_at + UNDO_MS;
  if (!isUndoable) throw refusedStatus(row, "undoing");
  tx.write(startWork, { ...start, status: "undoing" });
  return readImport(tx, start.businessId, start.importId);
}
