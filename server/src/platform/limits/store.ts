import { column, deleteWhere, pick, statement } from "../database/index.ts";
import { requestBuckets, requestQuotas } from "./table.ts";

/**
 * Takes tokens from several buckets in one statement: `$wanted` tokens from buckets with the capacities `$sizes`, which are
 * also their refill per minute. Returns the tokens taken and left. Takes only whole tokens, and never more than the capacity.
 * Locks rows in the order of the buckets' names, so that two processes cannot deadlock. The time is that of the database's
 * clock, which all processes share.
 */
export const takeTokens = statement({
  name: "request_buckets_take",
  params: { buckets: column.texts, wanted: column.integers, sizes: column.integers },
  columns: { ...pick(requestBuckets.columns, "bucket", "taken"), thousandths_left: column.integer },
  sql: `insert into request_buckets as known (bucket, tokens, taken, filled_at)
        select requested.bucket,
          requested.size - least(requested.wanted, requested.size),
          least(requested.wanted, requested.size),
          clock_timestamp()
        from unnest($buckets, $wanted, $sizes) as requested (bucket, wanted, size)
        order by requested.bucket
        on conflict (bucket) do update
        set (tokens, taken, filled_at) = (
          select
            filled.tokens - least(excluded.taken, floor(filled.tokens)),
            least(excluded.taken, floor(filled.tokens)),
            greatest(known.filled_at, excluded.filled_at)
          from (
            select least(
              excluded.tokens + excluded.taken,
              known.tokens + (excluded.tokens + excluded.taken) / 60
                * greatest(0, extract(epoch from excluded.filled_at - known.filled_at)::double precision)
            ) as tokens
          ) as filled
        )
        returning known.bucket, known.taken, floor(known.tokens * 1000)::bigint as thousandths_left`,
});

/** Deletes buckets that have been full for a while and returns their number. A missing row is equivalent to a full bucket. */
export const deleteFullBuckets = statement({
  name: "request_buckets_delete_full",
  params: { limit: column.integer },
  columns: { deleted: column.integer },
  sql: `with gone as (
          delete from request_buckets
          where bucket = any (
            array(
              select bucket
              from request_buckets
              where filled_at < clock_timestamp() - interval '2 minutes'
              limit $limit
              for update skip locked
            )
          )
          returning 1
        )
        select count(*)::integer as deleted
        from gone`,
});

/**
 * Uses a quota once and returns the number of uses in its window. The result `$max` + 1 means that the use was rejected. A
 * rejected use does not extend the window.
 */
export const takeQuota = statement({
  name: "request_quotas_take",
  params: { quota: column.text, max: column.integer, endsAt: column.instant, now: column.instant },
  columns: pick(requestQuotas.columns, "used", "ends_at"),
  sql: `insert into request_quotas as known (quota, used, ends_at)
        values ($quota, 1, $endsAt)
        on conflict (quota) do update
        set used = case when known.ends_at <= $now then 1 else least(known.used + 1, $max + 1) end,
          ends_at = case when known.ends_at <= $now then excluded.ends_at else known.ends_at end
        returning used, ends_at`,
});

export const deleteQuota = deleteWhere("request_quotas_delete", requestQuotas, "quota");

/** Deletes quotas whose window has ended and returns their number. */
export const deleteEndedQuotas = statement({
  name: "request_quotas_delete_ended",
  params: { now: column.instant, limit: column.integer },
  columns: { deleted: column.integer },
  sql: `with ended as (
          delete from request_quotas
          where quota = any (
            array(
              select quota
              from request_quotas
              where ends_at < $now
              order by ends_at
              limit $limit
              for update skip locked
            )
          )
          returning 1
        )
        select count(*)::integer as deleted
        from ended`,
});
