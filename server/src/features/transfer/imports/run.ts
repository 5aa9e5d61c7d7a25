import type { Database } from "../../../platform/database/index.ts";
import { clientDetails } from "../../clients/clients/index.ts";
import { addImportedNotes } from "../../clients/notes/index.ts";
import { type Decision, rowDecider } from "./decide.ts";
import { pageOfRows, readerOf } from "./mapping.ts";
import { updateRows } from "./rowStore.ts";
import { isStill, lockImport, updateProgress, type Work } from "./store.ts";

/** Imports the next rows of an import in one transaction, without publishing events or sending e-mails. */
export function importBatch(database: Database, work: Work, now: number): Promise<void> {
  const { business_id: businessId, id: importId } = work;
  return database.transaction(async (tx) => {
    const [locked] = await tx.query(lockImport, { businessId, importId });
    if (locked === undefined || !isStill(locked, work)) return;
    const [rows, fields] = await Promise.all([
      pageOfRows(tx, businessId, importId, work.done_count),
      clientDetails.fields(tx, businessId),
    ]);
    const decide = rowDecider(tx, readerOf(work, fields), { businessId, preset: work.preset });
    const decided = await decide(rows);
    const clients = decided.flatMap(({ outcome, clientId, read }) =>
      outcome === "created" && clientId !== null && read.client !== null
        ? [{ id: clientId, client: read.client, note: read.note }]
        : [],
    );
    await clientDetails.import(tx, { businessId, createdBy: work.run_by, clients, fields, now });
    const notes = clients.flatMap(({ id, note }) => (note === null ? [] : [{ clientId: id, text: note }]));
    await addImportedNotes(tx, businessId, notes, now);
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

function importedRow({ rowNumber, outcome, clientId, read }: Decision) {
  return {
    row_number: rowNumber,
    outcome,
    problems: read.problems,
    external_id: clientId === null ? null : read.externalId,
    client_id: clientId,
    keeps_cells: read.problems.length > 0,
  };
}
