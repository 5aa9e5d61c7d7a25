import type { Static } from "typebox";
import { ApiError, type FieldProblem, notFound, refuseIf } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { clientDetails } from "../../clients/clients/index.ts";
import type { ClientField, RowReader } from "./clientOf.ts";
import { type Decision, rowDecider } from "./decide.ts";
import { importRecords } from "./records.ts";
import { listRows, updateRows } from "./rowStore.ts";
import type { ImportMapping, ImportRecord } from "./schema.ts";
import { findImport, type ImportRow, lockImport, updateMapping } from "./store.ts";
import { REPEATABLE, TARGETS, type Target } from "./targets.ts";

const ROWS_PER_PAGE = 500;

/**
 * Assigns the columns of an import to fields, and stores for each row whether importing it would create or match a client. Creates
 * no clients. Throws `not_found`, `validation_failed`, and `invalid_transition` for an import that has been run.
 */
export async function mapImport(
  tx: Transaction,
  { businessId, importId }: { readonly businessId: string; readonly importId: string },
  mapping: Static<typeof ImportMapping>,
  now: number,
): Promise<ImportRecord> {
  const row = await locked(tx, businessId, importId);
  if (row.status !== "uploaded" && row.status !== "ready") throw refusedStatus(row, "ready");
  const fields = await clientDetails.fields(tx, businessId);
  refuseIf(targetProblems(row, mapping.targets, fields));
  const mapped = {
    ...row,
    targets: mapping.targets,
    date_order: mapping.date_order ?? row.date_order,
    phone_country: mapping.phone_country ?? row.phone_country,
  };
  const { targets, date_order, phone_country } = mapped;
  tx.write(updateMapping, { businessId, importId, targets, date_order, phone_country, now });
  const decide = rowDecider(tx, readerOf(mapped, fields), { businessId, preset: row.preset });
  let afterNumber = 0;
  while (afterNumber < row.row_count) {
    const rows = await pageOfRows(tx, businessId, importId, afterNumber);
    const decided = await decide(rows);
    tx.write(updateRows, { businessId, importId, rows: decided.map(plannedRow) });
    afterNumber = rows.at(-1)?.row_number ?? row.row_count;
  }
  return readImport(tx, businessId, importId);
}

/** Returns an import. Throws `not_found`. */
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

/** Locks an import. Throws `not_found`. */
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

/** Returns the settings with which the rows of an import are read. */
export function readerOf(row: ImportRow, fields: readonly ClientField[]): RowReader {
  return {
    columns: row.columns,
    targets: row.targets as readonly (Target | null)[],
    fields,
    dateOrder: row.date_order,
    phoneCountry: row.phone_country,
  };
}

export function pageOfRows(reader: Reader, businessId: string, importId: string, afterNumber: number) {
  const page = {
    businessId,
    importId,
    afterNumber,
    outcome: null,
    withProblems: false,
    limit: ROWS_PER_PAGE,
  };
  return reader.query(listRows, page);
}

function plannedRow({ rowNumber, outcome, read }: Decision) {
  return {
    row_number: rowNumber,
    outcome,
    problems: read.problems,
    external_id: null,
    client_id: null,
    keeps_cells: true,
  };
}

function targetProblems(
  { columns }: ImportRow,
  targets: readonly (string | null)[],
  fields: readonly ClientField[],
): FieldProblem[] {
  if (targets.length !== columns.length)
    return [{ path: "/targets", message: `must have ${columns.length} entries, one for each column` }];
  const known = new Set<string>([...TARGETS, ...fields.map(({ id }) => `field:${id}`)]);
  const problems = targets.flatMap((target, index) => {
    const path = `/targets/${index}`;
    if (target === null) return [];
    if (!known.has(target)) return [{ path, message: "must be null or a client field that can be imported" }];
    return targets.indexOf(target) < index && !REPEATABLE.includes(target)
      ? [{ path, message: "must appear only once" }]
      : [];
  });
  const names = ["full_name", "first_name", "last_name", "email", "phone", "second_phone"];
  if (problems.length === 0 && !targets.some((target) => target !== null && names.includes(target)))
    return [{ path: "/targets", message: "must contain a name, an e-mail address or a phone number" }];
  return problems;
}
