import { column, statement } from "../database/index.ts";

/** The kept answer of a key, if it is younger than $4; an older one is removed, which makes room for a new one. */
export const findKept = statement(
  "idempotency_find",
  {
    request_sha256: column.bytes,
    status: column.integer,
    body: column.text,
    version: column.nullable(column.integer),
  },
  `with expired as (
     delete from idempotency_keys
     where home_id = $1
       and credential_id = $2
       and key = $3
       and created_at <= $4
   )
   select request_sha256, status, body, version
   from idempotency_keys
   where home_id = $1
     and credential_id = $2
     and key = $3
     and created_at > $4`,
);

/** Keeps an answer, and fails by the primary key when another request was first: then its transaction is undone. */
export const insertKept = statement(
  "idempotency_insert",
  {},
  `insert into idempotency_keys
     (home_id, credential_id, key, request_sha256, status, body, version, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Keeps a refusal, which has no effect to undo; answers no row when another request was first. */
export const insertKeptUnlessTaken = statement(
  "idempotency_insert_unless_taken",
  { status: column.integer },
  `insert into idempotency_keys
     (home_id, credential_id, key, request_sha256, status, body, version, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (home_id, credential_id, key) do nothing
   returning status`,
);

/** Forgets answers kept before $1, at most $2 of them. */
export const forgetKept = statement(
  "idempotency_forget",
  {},
  `delete from idempotency_keys as kept
   using (
     select home_id, credential_id, key
     from idempotency_keys
     where created_at <= $1
     order by created_at
     limit $2
   ) as old
   where kept.home_id = old.home_id
     and kept.credential_id = old.credential_id
     and kept.key = old.key
     and kept.created_at <= $1`,
);
