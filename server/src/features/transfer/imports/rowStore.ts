import {
  column,
  insertRows,
  list,
  omit,
  pick,
  type RowOf,
  recordset,
  statement,
} from "../../../platform/database/index.ts";
import { importRows } from "../../../tables/transfer.ts";

const rowColumns = omit(importRows.columns, "business_id", "import_id");
const one = { businessId: column.id, importId: column.id };

/** A stored row of a file. */
export type ImportedRow = RowOf<typeof rowColumns>;

export const insertImportRows = insertRows(
  "import_rows_insert",
  importRows,
  omit(importRows.columns, "service_id", "category_id", "appointment_id", "staff_ids"),
);

/** The row count per outcome of each import, and the number of rows with problems. */
export const countRows = statement({
  name: "imports_count_rows",
  params: { businessId: column.id, importIds: column.ids },
  columns: {
    import_id: column.id,
    created: column.integer,
    matched: column.integer,
    refused: column.integer,
    with_problems: column.integer,
  },
  sql: `select
          import_id,
          count(*) filter (where outcome = 'created') as created,
          count(*) filter (where outcome = 'matched') as matched,
          count(*) filter (where outcome = 'refused') as refused,
          count(*) filter (where problems <> '[]') as with_problems
        from import_rows
        where business_id = $businessId and import_id = any ($importIds)
        group by import_id`,
});

/** A page of the rows of an import in file order, starting after a row number. A null filter is not applied. */
export const listRows = statement({
  name: "import_rows_list",
  params: {
    ...one,
    afterNumber: column.integer,
    outcome: column.nullable(column.oneOf("created", "matched", "refused")),
    withProblems: column.flag,
    limit: column.integer,
  },
  columns: rowColumns,
  sql: `select ${list(rowColumns)}
        from import_rows
        where business_id = $businessId
          and import_id = $importId
          and row_number > $afterNumber
          and ($outcome is null or outcome = $outcome)
          and (not $withProblems or problems <> '[]')
        order by row_number
        limit $limit`,
});

const decided = pick(
  importRows.columns,
  "row_number",
  "outcome",
  "problems",
  "external_id",
  "client_id",
  "service_id",
  "category_id",
  "appointment_id",
  "staff_ids",
);
const decidedAndCells = { ...decided, keeps_cells: column.flag };

/** Stores the outcomes of rows, and clears the cells that are no longer needed. */
export const updateRows = statement({
  name: "import_rows_update",
  params: { ...one, rows: column.rows(decidedAndCells) },
  sql: `update import_rows
        set
          outcome = decided.outcome,
          problems = decided.problems,
          external_id = decided.external_id,
          client_id = decided.client_id,
          service_id = decided.service_id,
          category_id = decided.category_id,
          appointment_id = decided.appointment_id,
          staff_ids = decided.staff_ids,
          cells = case when decided.keeps_cells then cells end
        from ${recordset("rows", decidedAndCells, "decided")}
        where business_id = $businessId
          and import_id = $importId
          and import_rows.row_number = decided.row_number`,
});

/** Deletes the rows of an import up to a row number, in the transaction that undoes these rows. */
export const deleteRows = statement({
  name: "import_rows_delete",
  params: { ...one, untilNumber: column.integer },
  sql: `delete from import_rows
        where business_id = $businessId and import_id = $importId and row_number <= $untilNumber`,
});

export const emptyCells = statement({
  name: "import_rows_empty_cells",
  params: one,
  sql: `update import_rows
        set cells = null
        where business_id = $businessId and import_id = $importId and cells is not null`,
});
