import type { Static } from "typebox";
import { ApiError, invalid, notFound, refuseIf } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { type Decision, NO_REFERENCES } from "./kind.ts";
import { IMPORT_KINDS } from "./kinds.ts";
import { importRecords } from "./records.ts";
import { listRows, updateRows } from "./rowStore.ts";
import type { ImportMapping, ImportRecord } from "./schema.ts";
import { findImport, type ImportRow, lockImport, updateMapping } from "./store.ts";

/**
 * Assigns the columns of an import to fields, and stores for each row whether its import would create or match a record.
 * Creates no records. Throws `not_found` for an unknown import, `validation_failed` for an invalid assignment, and
 * `invalid_transition` for an import that is queued or has been run.
 */
export async function mapImport(
  tx: Transaction,
  { businessId, importId }: { readonly businessId: string; readonly importId: string },
  mapping: Static<typeof ImportMapping>,
  now: number,
): Promise<ImportRecord> {
  const row = await locked(tx, businessId, importId);
  if (row.status !== "uploaded" && row.status !== "ready") throw refusedStatus(row, "ready");
  const kind = IMPORT_KINDS[row.kind];
  if (mapping.targets.length !== row.columns.length)
    throw invalid({
      path: "/targets",
      message: `must have ${row.columns.length} entries, one for each column`,
    });
  refuseIf(await kind.targetProblems(tx, businessId, mapping.targets));
  const mapped = {
    ...row,
    targets: mapping.targets,
    date_order: mapping.date_order ?? row.date_order,
    phone_country: mapping.phone_country ?? row.phone_country,
  };
  const { targets, date_order, phone_country } = mapped;
  tx.write(updateMapping, { businessId, importId, targets, date_order, phone_country, now });
  const plan = await kind.planner(tx, { businessId, row: mapped, now });
  let afterNumber = 0;
  while (afterNumber < row.row_count) {
    const rows = await pageOfRows(tx, row, { businessId, afterNumber });
    const decided = await plan(rows);
    tx.write(updateRows, { businessId, importId, rows: decided.map(plannedRow) });
    afterNumber = rows.at(-1)?.row_number ?? row.row_count;
  }
  return readImport(tx, businessId, importId);
}

/** Returns an import. Throws `not_found` for an unknown import. */
export async function readImport(
  reader: Reader,
  businessId: string,
  importId: string,
): Promise<ImportRecord> {
  const rows = await reader.query(findImport, { businessId, importId });
  const [record] = await importRecords(reader, businessId, rows);
  if (record === undefined) throw notFound();
  return record;
}

/** Locks an import. Throws `not_found` for an unknown import. */
export async function locked(tx: Transaction, businessId: string, importId: string): Promise<ImportRow> {
  const [row] = await tx.query(lockImport, { businessId, importId });
  if (row === undefined) throw notFound();
  return row;
}

export function refusedStatus({ status }: ImportRow, to: string): ApiError {
  return new ApiError("invalid_transition", `An import with the status ${status} cannot change to ${to}.`, {
    from: status,
    to,
    allowed: [],
  });
}

/** Returns the next rows of an import, at most `rowsPerBatch` of its kind. */
export function pageOfRows(
  reader: Reader,
  { id: importId, kind }: Pick<ImportRow, "id" | "kind">,
  { businessId, afterNumber }: { readonly businessId: string; readonly afterNumber: number },
) {
  const limit = IMPORT_KINDS[kind].rowsPerBatch;
  return reader.query(listRows, {
    ...{ businessId, importId, afterNumber, limit },
    outcome: null,
    withProblems: false,
  });
}

function plannedRow({ rowNumber, outcome, problems }: Decision) {
  return { ...NO_REFERENCES, row_number: rowNumber, outcome, problems, keeps_cells: true };
}
