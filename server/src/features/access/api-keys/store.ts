import { ROLES } from "../../../kernel/scopes.ts";
import { column, statement } from "../../../platform/database/index.ts";

export const keyColumns = {
  id: column.id,
  label: column.text,
  scopes: column.texts,
  created_at: column.instant,
  last_used_at: column.nullable(column.instant),
  revoked_at: column.nullable(column.instant),
};

/**
 * The keys of an owner who leaves are passed on under this row's lock (features/members): one that is being made meanwhile
 * is passed on too, or not made.
 */
export const lockBusinessMembers = statement(
  "api_keys_lock_team",
  { id: column.id },
  `select id
   from businesses
   where id = $1
   for share`,
);

export const findRole = statement(
  "api_keys_find_role",
  { role: column.oneOf(...ROLES) },
  `select role
   from memberships
   where business_id = $1
     and user_id = $2`,
);

export const insertKey = statement(
  "api_keys_insert",
  keyColumns,
  `insert into api_keys (id, business_id, created_by, label, scopes, secret_sha256, created_at)
   values ($1, $2, $3, $4, $5, decode($6, 'hex'), $7)
   returning id, label, scopes, created_at, last_used_at, revoked_at`,
);

/** Revoked keys are kept for the audit log but are nobody's to see; a second revocation finds nothing. */
export const revokeKey = statement(
  "api_keys_revoke",
  { id: column.id },
  `update api_keys
   set revoked_at = $3
   where business_id = $1
     and id = $2
     and revoked_at is null
   returning id`,
);

/** Newest first, from behind the key of the last row given ($2, $3); both null for the first page. */
export const listKeys = statement(
  "api_keys_list",
  keyColumns,
  `select id, label, scopes, created_at, last_used_at, revoked_at
   from api_keys
   where business_id = $1
     and revoked_at is null
     and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
   order by created_at desc, id desc
   limit $4`,
);

/** Whoever stands behind each of these secrets, for as many requests as were waiting. Revoked ones are not found. */
export const findCallers = statement(
  "api_keys_find_callers",
  {
    fingerprint: column.text,
    id: column.id,
    business_id: column.id,
    created_by: column.id,
    label: column.text,
    scopes: column.texts,
    last_used_at: column.nullable(column.instant),
  },
  `select encode(secret_sha256, 'hex') as fingerprint, id, business_id, created_by, label, scopes, last_used_at
   from api_keys
   where secret_sha256 = any($1::bytea[])
     and revoked_at is null`,
);

/**
 * The minute each key was last used in. A row that somebody else has locked is skipped: it is being noted by
 * another process, or revoked, and waiting in some order for several rows is how deadlocks are made.
 */
export const recordUses = statement(
  "api_keys_note_uses",
  { id: column.id },
  `with used as (
     select k.id, u.at
     from unnest($1::uuid[], $2::timestamptz[]) as u (id, at)
     join api_keys k on k.id = u.id
     where k.last_used_at is null
       or k.last_used_at < u.at
     for update of k skip locked
   )
   update api_keys
   set last_used_at = used.at
   from used
   where api_keys.id = used.id
   returning api_keys.id`,
);

/** Revoked ones too: the audit log may ask who answers for them. */
export const transferKeys = statement(
  "api_keys_pass_on",
  {},
  `update api_keys
   set created_by = $3
   where business_id = $1
     and created_by = $2`,
);
