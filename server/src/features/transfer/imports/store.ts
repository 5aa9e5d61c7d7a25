import {
  column,
  insertInto,
  list,
  omit,
  pick,
  type RowOf,
  selectWhere,
  statement,
  updateWhere,
} from "../../../platform/database/index.ts";
import { imports } from "../../../tables/transfer.ts";

const { columns } = imports;
const one = { businessId: column.id, importId: column.id };
export const importColumns = omit(columns, "business_id", "run_by", "run_address", "has_cells");

export type ImportRow = RowOf<typeof importColumns>;

export const insertImport = insertInto("imports_insert", imports, omit(columns, "has_cells"));

export const findImport = selectWhere("imports_find", imports, {
  columns: importColumns,
  where: { businessId: "business_id", importId: "id" },
});

/** Locks an import, so that transactions that map, run or undo the import run one after another. */
export const lockImport = selectWhere("imports_lock", imports, {
  columns: importColumns,
  where: { businessId: "business_id", importId: "id" },
  ending: "for update",
});

/** A page of the imports, newest first, starting after the last row of the previous page (null for the first page). */
export const listImports = statement({
  name: "imports_list",
  params: {
    businessId: column.id,
    afterCreatedAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: importColumns,
  sql: `select ${list(importColumns)}
        from imports
        where business_id = $businessId
          and ($afterCreatedAt is null or (created_at, id) < ($afterCreatedAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
});

export const updateMapping = statement({
  name: "imports_update_mapping",
  params: {
    ...one,
    ...pick(columns, "targets", "date_order", "phone_country"),
    now: column.instant,
  },
  sql: `update imports
        set targets = $targets, date_order = $date_order, phone_country = $phone_country, status = 'ready', updated_at = $now
        where business_id = $businessId and id = $importId`,
});

/** Queues an import to be run or undone, and stores the user who requested it. */
export const startWork = statement({
  name: "imports_start_work",
  params: {
    ...one,
    ...pick(columns, "status"),
    userId: column.id,
    address: column.text,
    now: column.instant,
  },
  sql: `update imports
        set status = $status, done_count = 0, run_by = $userId, run_address = $address, updated_at = $now
        where business_id = $businessId and id = $importId`,
});

export const updateProgress = statement({
  name: "imports_update_progress",
  params: {
    ...one,
    ...pick(columns, "status", "done_count", "completed_at"),
    now: column.instant,
  },
  sql: `update imports
        set status = $status, done_count = $done_count, completed_at = $completed_at, updated_at = $now
        where business_id = $businessId and id = $importId`,
});

export const deleteImport = statement({
  name: "imports_delete",
  params: one,
  sql: `delete from imports
        where business_id = $businessId and id = $importId`,
});

const workColumns = { ...importColumns, ...pick(columns, "business_id", "run_by", "run_address") };

/** An import that the worker runs or undoes. */
export type Work = RowOf<typeof workColumns>;

/**
 * Returns whether an import is unchanged since the worker read it: if so, no other worker has imported or undone the next rows.
 */
export function isStill(locked: ImportRow, { status, done_count }: Work): boolean {
  return locked.status === status && locked.done_count === done_count;
}

/** The imports that have waited longest for a worker. */
export const listWork = statement({
  name: "imports_list_work",
  params: { limit: column.integer },
  columns: pick(imports.columns, "business_id", "id"),
  sql: `select business_id, id
        from imports
        where status in ('queued', 'running', 'undoing')
        order by updated_at, business_id, id
        limit $limit`,
});

/** Reads an import with rows to import or undo. Returns no row if another worker has locked the import. */
export const findWork = selectWhere("imports_find_work", imports, {
  columns: workColumns,
  where: { businessId: "business_id", importId: "id" },
  ending: "and status in ('queued', 'running', 'undoing') for update skip locked",
});

/** Moves an import to the end of the worker's queue. */
export const postpone = updateWhere("imports_postpone", imports, {
  set: { now: "updated_at" },
  where: { businessId: "business_id", importId: "id" },
});

/**
 * An import whose cells are no longer needed: it can no longer be undone, or was not run and has not changed since
 * `$unusedSince`.
 */
export const findExpired = statement({
  name: "imports_find_expired",
  params: { completedUntil: column.instant, unusedSince: column.instant },
  columns: pick(columns, "business_id", "id", "status"),
  sql: `select business_id, id, status
        from imports
        where has_cells
          and (
            (status = 'completed' and completed_at < $completedUntil)
            or (status in ('uploaded', 'ready') and updated_at < $unusedSince)
          )
        order by updated_at, business_id, id
        limit 1`,
});

export const markWithoutCells = statement({
  name: "imports_mark_without_cells",
  params: one,
  sql: `update imports
        set has_cells = false
        where business_id = $businessId and id = $importId`,
});
