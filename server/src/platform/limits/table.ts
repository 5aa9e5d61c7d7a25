import { column, table } from "../database/index.ts";

export const requestBuckets = table("request_buckets", "platform/limits", {
  bucket: column.text,
  tokens: column.real,
  taken: column.integer,
  filled_at: column.instant,
});

export const requestQuotas = table("request_quotas", "platform/limits", {
  quota: column.text,
  used: column.integer,
  ends_at: column.instant,
});
