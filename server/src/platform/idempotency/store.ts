import { column, insertInto, list, omit, parameters, pick, statement } from "../database/index.ts";
import { idempotencyKeys } from "./table.ts";

const { columns } = idempotencyKeys;
const keyColumns = pick(columns, "partition_id", "credential_id", "key");
const storedColumns = pick(columns, "request_sha256", "status", "body", "version");

/**
 * Returns the stored response of a key if it was stored after `$oldestAt`. Deletes an older response, so that a new one can be stored.
 */
export const findStoredResponse = statement({
  name: "idempotency_find",
  params: { ...keyColumns, oldestAt: column.instant },
  columns: storedColumns,
  sql: `with expired as (
          delete from idempotency_keys
          where partition_id = $partition_id
            and credential_id = $credential_id
            and key = $key
            and created_at <= $oldestAt
        )
        select ${list(storedColumns)}
        from idempotency_keys
        where partition_id = $partition_id
          and credential_id = $credential_id
          and key = $key
          and created_at > $oldestAt`,
});

/** Inserts a response. If a concurrent request has already stored one for the key, the primary key makes the transaction fail. */
export const insertResponse = insertInto("idempotency_insert", idempotencyKeys);

/**
 * Stores an error response. Returns no row if a concurrent request has already stored a response for the key. Unlike `insertResponse`,
 * it does not fail then, because there is no change to roll back.
 */
export const insertResponseIfAbsent = statement({
  name: "idempotency_insert_if_absent",
  params: columns,
  columns: pick(columns, "status"),
  sql: `insert into idempotency_keys (${list(columns)})
        values (${parameters(columns)})
        on conflict (partition_id, credential_id, key) do nothing
        returning status`,
});

/** The columns and condition that identify the row that this request has stored, as opposed to a concurrent request's row. */
const ownColumns = omit(columns, "version", "created_at");
const IS_OWN = `partition_id = $partition_id
          and credential_id = $credential_id
          and key = $key
          and request_sha256 = $request_sha256
          and status = $status
          and body = $body`;

/** Replaces the response that this request has stored. Returns no row if another response is stored. */
export const replaceOwnResponse = statement({
  name: "idempotency_replace_own",
  params: {
    ...ownColumns,
    newStatus: columns.status,
    newBody: columns.body,
    newVersion: columns.version,
  },
  columns: pick(columns, "status"),
  sql: `update idempotency_keys
        set status = $newStatus, body = $newBody, version = $newVersion
        where ${IS_OWN}
        returning status`,
});

export const deleteOwnResponse = statement({
  name: "idempotency_delete_own",
  params: ownColumns,
  columns: pick(columns, "status"),
  sql: `delete from idempotency_keys
        where ${IS_OWN}
        returning status`,
});

/** Deletes responses stored at or before `$oldestAt` and returns their number. */
export const deleteOldResponses = statement({
  name: "idempotency_delete_old",
  params: { oldestAt: column.instant, limit: column.integer },
  columns: { deleted: column.integer },
  sql: `with gone as (
          delete from idempotency_keys as stored
          using (
            select partition_id, credential_id, key
            from idempotency_keys
            where created_at <= $oldestAt
            order by created_at
            limit $limit
          ) as old
          where stored.partition_id = old.partition_id
            and stored.credential_id = old.credential_id
            and stored.key = old.key
            and stored.created_at <= $oldestAt
          returning 1
        )
        select count(*)::integer as deleted
        from gone`,
});

/** Replaces the responses of these partitions whose body contains one of these texts. */
export const replaceResponses = statement({
  name: "idempotency_replace",
  params: {
    partitionIds: column.ids,
    mentioning: column.texts,
    ...pick(columns, "status", "body", "version"),
  },
  sql: `update idempotency_keys as stored
        set status = $status, body = $body, version = $version
        where stored.partition_id = any($partitionIds)
          and exists (
            select
            from unnest($mentioning) as mentioned
            where position(mentioned in stored.body) > 0
          )`,
});
