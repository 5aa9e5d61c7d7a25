import { column, statement } from "../database/index.ts";

/** The kept answer of a key, if it is younger than $4; an older one is removed, which makes room for a new one. */
export const findStoredResponse = statement(
  "idempotency_find",
  {
    request_sha256: column.bytes,
    status: column.integer,
    body: column.text,
    version: column.nullable(column.integer),
  },
  `with expired as (
     delete from idempotency_keys
     where partition_id = $1
       and credential_id = $2
       and key = $3
       and created_at <= $4
   )
   select request_sha256, status, body, version
   from idempotency_keys
   where partition_id = $1
     and credential_id = $2
     and key = $3
     and created_at > $4`,
);

/** Keeps an answer, and fails by the primary key when another request was first: then its transaction is undone. */
export const insertResponse = statement(
  "idempotency_insert",
  {},
  `insert into idempotency_keys
     (partition_id, credential_id, key, request_sha256, status, body, version, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Keeps a refusal, which has no effect to undo; answers no row when another request was first. */
export const insertResponseIfAbsent = statement(
  "idempotency_insert_unless_taken",
  { status: column.integer },
  `insert into idempotency_keys
     (partition_id, credential_id, key, request_sha256, status, body, version, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (partition_id, credential_id, key) do nothing
   returning status`,
);

/** Puts an answer ($7, $8, $9) in the place of exactly this one ($5, $6); answers no row when there is another. */
export const replaceOwnResponse = statement(
  "idempotency_replace_own",
  { status: column.integer },
  `update idempotency_keys
   set status = $7,
     body = $8,
     version = $9
   where partition_id = $1
     and credential_id = $2
     and key = $3
     and request_sha256 = $4
     and status = $5
     and body = $6
   returning status`,
);

/** Forgets an answer that this very request has kept. */
export const deleteOwnResponse = statement(
  "idempotency_drop_own",
  { status: column.integer },
  `delete from idempotency_keys
   where partition_id = $1
     and credential_id = $2
     and key = $3
     and request_sha256 = $4
     and status = $5
     and body = $6
   returning status`,
);

/** Forgets answers kept before $1, at most $2 of them; answers how many. */
export const deleteOldResponses = statement(
  "idempotency_forget",
  { forgotten: column.integer },
  `with gone as (
     delete from idempotency_keys as kept
     using (
       select partition_id, credential_id, key
       from idempotency_keys
       where created_at <= $1
       order by created_at
       limit $2
     ) as old
     where kept.partition_id = old.partition_id
       and kept.credential_id = old.credential_id
       and kept.key = old.key
       and kept.created_at <= $1
     returning 1
   )
   select count(*)::integer as forgotten
   from gone`,
);

/** The answers kept at these homes ($1) whose body holds one of these ids ($2) become another one. */
export const replaceResponses = statement(
  "idempotency_replace",
  {},
  `update idempotency_keys
   set status = $3,
     body = $4,
     version = $5
   where partition_id = any($1)
     and exists (
       select
       from unnest($2::text[]) as mentioned
       where position(mentioned in body) > 0
     )`,
);
