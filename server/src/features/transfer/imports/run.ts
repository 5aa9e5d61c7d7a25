import type { Database } from "../../../platform/database/index.ts";
import { type Decision, NO_REFERENCES } from "./kind.ts";
import { IMPORT_KINDS } from "./kinds.ts";
import { pageOfRows } from "./mapping.ts";
import { updateRows } from "./rowStore.ts";
import { isStill, lockImport, updateProgress, type Work } from "./store.ts";

/** Imports the next rows of an import in one transaction, without publishing events or sending e-mails. */
export function importBatch(database: Database, work: Work, now: number): Promise<void> {
  const { business_id: businessId, id: importId } = work;
  return database.transaction(async (tx) => {
    const [locked] = await tx.query(lockImport, { businessId, importId });
    if (locked === undefined || !isStill(locked, work)) return;
    const kind = IMPORT_KINDS[work.kind];
    const rows = await pageOfRows(tx, work, { businessId, afterNumber: work.done_count });
    const batch = { businessId, userId: work.run_by, rows, now };
    const decided = await kind.run(tx, work, batch);
    tx.write(updateRows, { businessId, importId, rows: decided.map(importedRow) });
    const done = rows.at(-1)?.row_number ?? work.row_count;
    const isCompleted = done >= work.row_count;
    tx.write(updateProgress, {
      businessId,
      importId,
      status: isCompleted ? "completed" : "running",
      done_count: done,
      completed_at: isCompleted ? now : null,
      now,
    });
  });
}

function importedRow({ rowNumber, outcome, problems, references }: Decision) {
  const keeps_cells = problems.length > 0;
  return { ...NO_REFERENCES, ...references, row_number: rowNumber, outcome, problems, keeps_cells };
}
