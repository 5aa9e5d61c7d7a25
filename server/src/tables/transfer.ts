import { column, table } from "../platform/database/index.ts";

/** A value that could not be imported, with the name of its column. */
export interface RowProblem {
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
}

export const imports = table("imports", "transfer/imports", {
  business_id: column.id,
  id: column.id,
  kind: column.oneOf("clients", "services", "appointments"),
  status: column.oneOf("uploaded", "ready", "queued", "running", "completed", "undoing"),
  file_name: column.nullable(column.text),
  preset: column.oneOf("fresha", "square", "other"),
  encoding: column.text,
  separator: column.text,
  columns: column.texts,
  targets: column.json<readonly (string | null)[]>(),
  date_order: column.oneOf("day_first", "month_first"),
  phone_country: column.text,
  row_count: column.integer,
  done_count: column.integer,
  run_by: column.nullable(column.id),
  run_address: column.nullable(column.text),
  completed_at: column.nullable(column.instant),
  has_cells: column.flag,
  created_at: column.instant,
  updated_at: column.instant,
});

export const importRows = table("import_rows", "transfer/imports", {
  business_id: column.id,
  import_id: column.id,
  row_number: column.integer,
  cells: column.nullable(column.texts),
  external_id: column.nullable(column.text),
  outcome: column.nullable(column.oneOf("created", "matched", "refused")),
  problems: column.json<readonly RowProblem[]>(),
  client_id: column.nullable(column.id),
  service_id: column.nullable(column.id),
  category_id: column.nullable(column.id),
  appointment_id: column.nullable(column.id),
  staff_ids: column.ids,
});

export const exports = table("exports", "transfer/exports", {
  business_id: column.id,
  id: column.id,
  status: column.oneOf("queued", "running", "ready", "failed", "expired"),
  done_count: column.integer,
  table_count: column.integer,
  byte_length: column.nullable(column.integer),
  requested_by: column.id,
  lease_until: column.nullable(column.instant),
  expires_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
});
