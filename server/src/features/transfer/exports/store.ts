import {
  column,
  insertInto,
  list,
  omit,
  pick,
  type RowOf,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { exports } from "../../../tables/transfer.ts";

const { columns } = exports;
const one = { businessId: column.id, exportId: column.id };
const exportColumns = omit(columns, "business_id", "requested_by", "lease_until");
const work = pick(columns, "business_id", "id", "status");

export type ExportRow = RowOf<typeof exportColumns>;

export const insertExport = insertInto("exports_insert", exports, omit(columns, "lease_until", "expires_at"));

export const findExport = selectWhere("exports_find", exports, {
  columns: exportColumns,
  where: { businessId: "business_id", exportId: "id" },
});

/** A page of the exports, newest first, starting after the last row of the previous page (null for the first page). */
export const listExports = statement({
  name: "exports_list",
  params: {
    businessId: column.id,
    afterCreatedAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: exportColumns,
  sql: `select ${list(exportColumns)}
        from exports
        where business_id = $businessId
          and ($afterCreatedAt is null or (created_at, id) < ($afterCreatedAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
});

/** The export that has waited longest: a requested export, or an export whose lease has expired because its worker was stopped. */
export const findNextExport = statement({
  name: "exports_find_next",
  params: { now: column.instant },
  columns: work,
  sql: `select ${list(work)}
        from exports
        where status = 'queued' or (status = 'running' and lease_until < $now)
        order by updated_at, business_id, id
        limit 1`,
});

/** Leases an export to this worker. Returns no row if another worker has leased the export. */
export const leaseExport = statement({
  name: "exports_lease",
  params: { ...one, until: column.instant, now: column.instant },
  columns: pick(columns, "id"),
  sql: `update exports
        set status = 'running', done_count = 0, lease_until = $until, updated_at = $now
        where business_id = $businessId
          and id = $exportId
          and (status = 'queued' or (status = 'running' and lease_until < $now))
        returning id`,
});

export const updateProgress = statement({
  name: "exports_update_progress",
  params: {
    ...one,
    ...pick(columns, "done_count", "table_count"),
    until: column.instant,
    now: column.instant,
  },
  sql: `update exports
        set done_count = $done_count, table_count = $table_count, lease_until = $until, updated_at = $now
        where business_id = $businessId and id = $exportId and status = 'running'`,
});

/** Sets the final status of an export: the file is ready, could not be written, or has expired. */
export const endExport = statement({
  name: "exports_end",
  params: { ...one, ...pick(columns, "status", "byte_length", "expires_at"), now: column.instant },
  sql: `update exports
        set status = $status, byte_length = $byte_length, expires_at = $expires_at, lease_until = null, updated_at = $now
        where business_id = $businessId and id = $exportId`,
});

/** An export whose file has expired and must be deleted. */
export const findExpiredExport = statement({
  name: "exports_find_expired",
  params: { now: column.instant },
  columns: work,
  sql: `select ${list(work)}
        from exports
        where status = 'ready' and expires_at <= $now
        order by updated_at, business_id, id
        limit 1`,
});
