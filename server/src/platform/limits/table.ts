import { column, table } from "../database/index.ts";

export const requestBuckets = table("request_buckets", "platform/limits", {
  bucket: column.text,
  tokens: column.real,
  taken: column.integer,
  filled_at: column.instant,
});
