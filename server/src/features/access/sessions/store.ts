import type { ROLES } from "../../../kernel/scopes.ts";
import { column, statement } from "../../../platform/database/index.ts";

type Memberships = { businessId: string; role: (typeof ROLES)[number]; staffId: string | null }[];

/** Who stands behind each of these session tokens, as what and where, for as many requests as were waiting. */
export const findSessions = statement(
  "sessions_find_callers",
  { fingerprint: column.text, user_id: column.id, memberships: column.json<Memberships>() },
  `select encode(s.token_sha256, 'hex') as fingerprint, s.user_id,
     coalesce(
       (
         select jsonb_agg(jsonb_build_object('businessId', m.business_id, 'role', m.role, 'staffId', m.staff_id))
         from memberships m
         where m.user_id = s.user_id
       ),
       '[]'
     ) as memberships
   from user_sessions s
   where s.token_sha256 = any($1::bytea[])
     and s.expires_at > $2`,
);

export const userColumns = {
  id: column.id,
  email: column.text,
  first_name: column.text,
  last_name: column.nullable(column.text),
  email_verified: column.flag,
  created_at: column.instant,
  updated_at: column.instant,
};

export const findUserById = statement(
  "sessions_find_user_by_id",
  userColumns,
  `select id, email, first_name, last_name, email_verified, created_at, updated_at
   from users
   where id = $1`,
);

export const findUserByEmail = statement(
  "sessions_find_user_by_email",
  userColumns,
  `select id, email, first_name, last_name, email_verified, created_at, updated_at
   from users
   where email = $1`,
);

export const sessionColumns = {
  id: column.id,
  user_id: column.id,
  expires_at: column.instant,
  ip_address: column.text,
  user_agent: column.text,
  created_at: column.instant,
  updated_at: column.instant,
};

/**
 * Opens a session by a password, whose hash is $8, if that is still the user's: no row comes back when another was
 * chosen since it was compared. The lock makes whoever is choosing one wait for us, or us for them.
 */
export const insertSession = statement(
  "sessions_insert",
  sessionColumns,
  `insert into user_sessions (id, user_id, token_sha256, expires_at, ip_address, user_agent, created_at, updated_at)
   select $1, $2, decode($3, 'hex'), $4, $5, $6, $7, $7
   from user_accounts
   where user_id = $2
     and provider_id = 'credential'
     and password_hash = $8
   for share
   returning id, user_id, expires_at, ip_address, user_agent, created_at, updated_at`,
);

export const findSession = statement(
  "sessions_find",
  sessionColumns,
  `select id, user_id, expires_at, ip_address, user_agent, created_at, updated_at
   from user_sessions
   where token_sha256 = decode($1, 'hex')`,
);

export const prolongSession = statement(
  "sessions_prolong",
  sessionColumns,
  `update user_sessions
   set expires_at = $2, updated_at = $3
   where token_sha256 = decode($1, 'hex')
   returning id, user_id, expires_at, ip_address, user_agent, created_at, updated_at`,
);

export const endSession = statement(
  "sessions_end",
  {},
  `delete from user_sessions
   where token_sha256 = decode($1, 'hex')`,
);

/** Whoever is opening a session by the password finishes first; the statement behind this one sees it. */
export const lockPassword = statement(
  "sessions_lock_password",
  { id: column.id },
  `select id
   from user_accounts
   where user_id = $1
   order by id
   for no key update`,
);

export const endSessionsOfUser = statement(
  "sessions_end_of_user",
  {},
  `delete from user_sessions
   where user_id = $1`,
);

/** A few at a time, with every new session: the table never holds much more than what is in use. */
export const forgetExpiredSessions = statement(
  "sessions_forget_expired",
  {},
  `delete from user_sessions
   where id in (
     select id
     from user_sessions
     where expires_at < $1
     limit 20
     for update skip locked
   )`,
);

/** All of them in the end, for the worker: up to $2 that ended before $1; answers how many. */
export const clearExpiredSessions = statement(
  "sessions_clear_expired",
  { cleared: column.integer },
  `with gone as (
     delete from user_sessions
     where id in (
       select id
       from user_sessions
       where expires_at < $1
       order by expires_at
       limit $2
       for update skip locked
     )
     returning 1
   )
   select count(*)::integer as cleared
   from gone`,
);

export const accountColumns = {
  id: column.id,
  user_id: column.id,
  provider_id: column.text,
  account_id: column.text,
  password_hash: column.nullable(column.text),
  created_at: column.instant,
  updated_at: column.instant,
};

/** No row comes back when the user has an account with this provider already. */
export const insertAccount = statement(
  "sessions_insert_account",
  accountColumns,
  `insert into user_accounts (id, user_id, provider_id, account_id, password_hash, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   on conflict (provider_id, account_id) do nothing
   returning id, user_id, provider_id, account_id, password_hash, created_at, updated_at`,
);

export const listAccounts = statement(
  "sessions_list_accounts",
  accountColumns,
  `select id, user_id, provider_id, account_id, password_hash, created_at, updated_at
   from user_accounts
   where user_id = $1
   order by created_at, id`,
);

/**
 * Of the user ($1), or of the account ($2): better-auth knows either. No row comes back when it is not the one with the
 * hash $5 any more, unless that is null.
 */
export const setPasswordHash = statement(
  "sessions_set_password",
  accountColumns,
  `update user_accounts
   set password_hash = $3, updated_at = $4
   where ($1::uuid is null or user_id = $1)
     and ($2::uuid is null or id = $2)
     and provider_id = 'credential'
     and coalesce($1, $2) is not null
     and ($5::text is null or password_hash = $5)
   returning id, user_id, provider_id, account_id, password_hash, created_at, updated_at`,
);

export const verificationColumns = {
  id: column.id,
  identifier: column.text,
  value: column.text,
  expires_at: column.instant,
  created_at: column.instant,
  updated_at: column.instant,
};

export const insertVerification = statement(
  "sessions_insert_verification",
  verificationColumns,
  `insert into user_verifications (id, identifier, value, expires_at, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $5)
   returning id, identifier, value, expires_at, created_at, updated_at`,
);

export const findVerification = statement(
  "sessions_find_verification",
  verificationColumns,
  `select id, identifier, value, expires_at, created_at, updated_at
   from user_verifications
   where identifier = $1
   order by created_at desc, id desc
   limit 1`,
);

/** Who deletes it has used it; of two that try at once, one gets the row. */
export const consumeVerification = statement(
  "sessions_consume_verification",
  verificationColumns,
  `delete from user_verifications
   where id = $1
   returning id, identifier, value, expires_at, created_at, updated_at`,
);

/** Older codes for the same purpose, once one of them is used. */
export const forgetOlderVerifications = statement(
  "sessions_forget_older_verifications",
  {},
  `delete from user_verifications
   where identifier = $1
     and id <> $2
     and created_at <= $3`,
);

/** Codes that were mailed to a user: once one of them was used, or another password chosen, the others open nothing. */
export const forgetCodesOfUser = statement(
  "sessions_forget_codes_of_user",
  {},
  `delete from user_verifications
   where id in (
     select id
     from user_verifications
     where value = $1
     for update skip locked
   )`,
);

export const forgetExpiredVerifications = statement(
  "sessions_forget_expired_verifications",
  {},
  `delete from user_verifications
   where expires_at < $1`,
);

/** The same for the worker: up to $2 of them; answers how many. */
export const clearExpiredVerifications = statement(
  "sessions_clear_expired_verifications",
  { cleared: column.integer },
  `with gone as (
     delete from user_verifications
     where id in (
       select id
       from user_verifications
       where expires_at < $1
       order by expires_at
       limit $2
       for update skip locked
     )
     returning 1
   )
   select count(*)::integer as cleared
   from gone`,
);
