import { column, table } from "../database/index.ts";

export const idempotencyKeys = table("idempotency_keys", "platform/idempotency", {
  partition_id: column.id,
  credential_id: column.id,
  key: column.text,
  request_sha256: column.bytes,
  status: column.integer,
  body: column.text,
  version: column.nullable(column.integer),
  created_at: column.instant,
});
