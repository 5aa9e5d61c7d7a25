import { column, statement } from "../database/index.ts";

/**
 * Takes tokens out of buckets, several buckets at once: $1 names them, $2 says how many tokens are wanted of each, $3
 * how many each holds, which is also what flows in per minute. Answers what was given and what is left; a bucket gives
 * whole tokens only, and never more than it holds. Rows are locked in the order of their names, so that two processes
 * cannot lock each other out. The time is the database's: one clock for all processes.
 */
export const takeTokens = statement(
  "request_buckets_take",
  { bucket: column.text, given: column.integer, thousandths_left: column.integer },
  `insert into request_buckets as known (bucket, tokens, taken, filled_at)
   select asked.bucket, asked.size - least(asked.wanted, asked.size), least(asked.wanted, asked.size), clock_timestamp()
   from unnest($1::text[], $2::integer[], $3::integer[]) as asked (bucket, wanted, size)
   order by asked.bucket
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
   returning known.bucket, known.taken as given, floor(known.tokens * 1000)::bigint as thousandths_left`,
);

/** Forgets buckets that have been full for a while, at most $1 of them; answers how many. A full bucket is the same as none. */
export const deleteFullBuckets = statement(
  "request_buckets_forget_full",
  { forgotten: column.integer },
  `with gone as (
     delete from request_buckets
     where bucket = any (
       array(
         select bucket
         from request_buckets
         where filled_at < clock_timestamp() - interval '2 minutes'
         limit $1
         for update skip locked
       )
     )
     returning 1
   )
   select count(*)::integer as forgotten
   from gone`,
);
