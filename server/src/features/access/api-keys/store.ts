import {
  column,
  insertInto,
  list,
  omit,
  pick,
  recordset,
  statement,
  updateWhere,
} from "../../../platform/database/index.ts";
import { apiKeys, membershipsView } from "../../../tables/access.ts";

const { columns } = apiKeys;
export const keyColumns = pick(
  columns,
  "id",
  "label",
  "prefix",
  "scopes",
  "created_at",
  "last_used_at",
  "revoked_at",
);

export const findRole = statement({
  name: "api_keys_find_role",
  params: pick(membershipsView.columns, "business_id", "user_id"),
  columns: pick(membershipsView.columns, "role"),
  sql: `select role
        from ${membershipsView} as member
        where business_id = $business_id
          and user_id = $user_id`,
});

export const insertKey = insertInto("api_keys_insert", apiKeys, omit(columns, "last_used_at", "revoked_at"));

/** Revokes a key. Revoked keys are kept for the audit log. Returns no row when the key is already revoked. */
export const revokeKey = statement({
  name: "api_keys_revoke",
  params: { businessId: column.id, id: column.id, now: column.instant },
  columns: pick(columns, "id"),
  sql: `update api_keys
        set revoked_at = $now
        where business_id = $businessId
          and id = $id
          and revoked_at is null
        returning id`,
});

/** A page of the keys, newest first, starting after the given row (null for the first page). */
export const listKeys = statement({
  name: "api_keys_list",
  params: {
    businessId: column.id,
    afterCreatedAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: keyColumns,
  sql: `select ${list(keyColumns)}
        from api_keys
        where business_id = $businessId
          and revoked_at is null
          and ($afterCreatedAt is null or (created_at, id) < ($afterCreatedAt, $afterId))
        order by created_at desc, id desc
        limit $limit`,
});

const callerColumns = pick(columns, "id", "business_id", "created_by", "label", "scopes", "last_used_at");

const selectCallers = (
  ofSecrets: string,
) => `select encode(secret_sha256, 'hex') as fingerprint, ${list(callerColumns)}
        from api_keys
        where ${ofSecrets}
          and revoked_at is null`;

/** The unrevoked keys with these hashes, for all requests of one batch of the batch loader. */
export const findCallers = statement({
  name: "api_keys_find_callers",
  params: { secrets: column.byteLists },
  columns: { fingerprint: column.text, ...callerColumns },
  isLookUp: true,
  sql: selectCallers("secret_sha256 = any($secrets)"),
});

/**
 * Like `findCallers`, but for one key. For the statement with several keys, PostgreSQL would make a new plan at each execution.
 */
export const findCaller = statement({
  name: "api_keys_find_caller",
  params: { secret: column.bytes },
  columns: { fingerprint: column.text, ...callerColumns },
  isLookUp: true,
  sql: selectCallers("secret_sha256 = $secret"),
});

const useColumns = { id: column.id, at: column.instant };

/**
 * Stores the minute in which each key was last used. Skips rows that another transaction has locked, because waiting for the
 * locks of several rows could deadlock. Usually, the other transaction records a use of the same key. If not, a later use of
 * the key is recorded.
 */
export const recordUses = statement({
  name: "api_keys_record_uses",
  params: { uses: column.rows(useColumns) },
  sql: `with used as (
          select api_keys.id, key_use.at
          from ${recordset("uses", useColumns, "key_use")}
          join api_keys on api_keys.id = key_use.id
          where api_keys.last_used_at is null
            or api_keys.last_used_at < key_use.at
          for update of api_keys skip locked
        )
        update api_keys
        set last_used_at = used.at
        from used
        where api_keys.id = used.id`,
});

/** Transfers all keys of an owner. Revoked keys are included, because the audit log names the owner who is responsible for them. */
export const transferKeys = updateWhere("api_keys_transfer", apiKeys, {
  set: { toUserId: "created_by" },
  where: { businessId: "business_id", fromUserId: "created_by" },
});
