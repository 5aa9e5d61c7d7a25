import type { ROLES } from "../../../kernel/scopes.ts";
import {
  column,
  deleteWhere,
  insertInto,
  list,
  omit,
  pick,
  type Statement,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import {
  membershipsView,
  signUps,
  userAccounts,
  userProfiles,
  userSessions,
  userVerifications,
} from "../../../tables/access.ts";

type Memberships = { businessId: string; role: (typeof ROLES)[number]; staffId: string | null }[];

/** The users with these session tokens and their memberships, for all requests of one batch of the batch loader. */
export const findSessions = statement({
  name: "sessions_find_callers",
  params: { tokens: column.byteLists, now: column.instant },
  columns: {
    fingerprint: column.text,
    session_id: column.id,
    user_id: column.id,
    memberships: column.json<Memberships>(),
  },
  sql: `select encode(session.token_sha256, 'hex') as fingerprint, session.id as session_id, session.user_id,
          coalesce(
            (
              select jsonb_agg(
                jsonb_build_object('businessId', member.business_id, 'role', member.role, 'staffId', member.staff_id)
              )
              from ${membershipsView} as member
              where member.user_id = session.user_id
            ),
            '[]'
          ) as memberships
        from user_sessions as session
        where session.token_sha256 = any($tokens)
          and session.expires_at > $now`,
});

export const userColumns = userProfiles.columns;

export const findUserById = statement({
  name: "sessions_find_user_by_id",
  params: pick(userColumns, "id"),
  columns: userColumns,
  sql: `select ${list(userColumns)}
        from ${userProfiles} as profile
        where id = $id`,
});

export const findUserByEmail = statement({
  name: "sessions_find_user_by_email",
  params: pick(userColumns, "email"),
  columns: userColumns,
  sql: `select ${list(userColumns)}
        from ${userProfiles} as profile
        where email = $email`,
});

export const sessionColumns = omit(userSessions.columns, "token_sha256");

/**
 * Opens a session if the password hash is still stored for the user. Returns no row when another request has changed the
 * password after better-auth compared it with the hash. The lock serializes the insert with a concurrent change of the
 * password.
 */
export const insertSession = statement({
  name: "sessions_insert",
  params: { ...userSessions.columns, passwordHash: column.nullable(column.text) },
  columns: sessionColumns,
  sql: `insert into user_sessions (${list(userSessions.columns)})
        select ${Object.keys(userSessions.columns)
          .map((name) => `$${name}`)
          .join(", ")}
        from user_accounts
        where user_id = $user_id
          and provider_id = 'credential'
          and password_hash = $passwordHash
        for share
        returning ${list(sessionColumns)}`,
});

export const findSession = statement({
  name: "sessions_find",
  params: pick(userSessions.columns, "token_sha256"),
  columns: sessionColumns,
  sql: `select ${list(sessionColumns)}
        from user_sessions
        where token_sha256 = $token_sha256`,
});

export const extendSession = statement({
  name: "sessions_extend",
  params: pick(userSessions.columns, "token_sha256", "expires_at", "updated_at"),
  columns: sessionColumns,
  sql: `update user_sessions
        set expires_at = $expires_at, updated_at = $updated_at
        where token_sha256 = $token_sha256
        returning ${list(sessionColumns)}`,
});

export const deleteSession = deleteWhere("sessions_delete", userSessions, "token_sha256");

/**
 * Locks the user's accounts. Waits for transactions that are opening a session with the password, so that a later statement sees
 * their sessions.
 */
export const lockPassword = selectWhere("sessions_lock_password", userAccounts, {
  columns: pick(userAccounts.columns, "id"),
  where: { userId: "user_id" },
  ending: "order by id for no key update",
});

/** The sessions of a user that have not ended, most recently used first. */
export const listSessionsOfUser = statement({
  name: "sessions_list_of_user",
  params: { userId: column.id, now: column.instant, limit: column.integer },
  columns: sessionColumns,
  sql: `select ${list(sessionColumns)}
        from user_sessions
        where user_id = $userId
          and expires_at > $now
        order by updated_at desc, id desc
        limit $limit`,
});

/** Ends a session of a user. Returns no row if it has already ended or belongs to another user. */
export const endSession = statement({
  name: "sessions_end",
  params: { userId: column.id, sessionId: column.id },
  columns: { id: column.id },
  sql: `delete from user_sessions
        where user_id = $userId
          and id = $sessionId
        returning id`,
});

export const endOtherSessions = statement({
  name: "sessions_end_others",
  params: { userId: column.id, sessionId: column.id },
  sql: `delete from user_sessions
        where user_id = $userId
          and id <> $sessionId`,
});

export const deleteSessionsOfUser = deleteWhere("sessions_delete_of_user", userSessions, "user_id");

/** Returns a statement that deletes at most `limit` expired rows and returns their number. */
function clearExpired(name: string, table: string): Statement<{ cleared: number }, ClearValues> {
  return statement({
    name,
    params: { now: column.instant, limit: column.integer },
    columns: { cleared: column.integer },
    sql: `with expired as (
            delete from ${table}
            where id in (
              select id
              from ${table}
              where expires_at < $now
              order by expires_at
              limit $limit
              for update skip locked
            )
            returning 1
          )
          select count(*)::integer as cleared
          from expired`,
  });
}

interface ClearValues {
  readonly now: number;
  readonly limit: number;
}

export const clearExpiredSessions = clearExpired("sessions_clear_expired", "user_sessions");
export const clearExpiredVerifications = clearExpired(
  "sessions_clear_expired_verifications",
  "user_verifications",
);

export const accountColumns = userAccounts.columns;

/** Inserts an account. Returns no row when the user already has an account with this provider. */
export const insertAccount = statement({
  name: "sessions_insert_account",
  params: omit(accountColumns, "updated_at"),
  columns: accountColumns,
  sql: `insert into user_accounts (${list(accountColumns)})
        values ($id, $user_id, $provider_id, $account_id, $password_hash, $created_at, $created_at)
        on conflict (provider_id, account_id) do nothing
        returning ${list(accountColumns)}`,
});

export const listAccounts = selectWhere("sessions_list_accounts", userAccounts, {
  columns: accountColumns,
  where: { userId: "user_id" },
  ending: "order by created_at, id",
});

/**
 * Sets the password of a user or of an account, because better-auth passes either id. Returns no row when the current hash is
 * not `currentHash`. If `currentHash` is null, any hash is accepted.
 */
export const setPasswordHash = statement({
  name: "sessions_set_password",
  params: {
    userId: column.nullable(column.id),
    accountId: column.nullable(column.id),
    hash: column.text,
    currentHash: column.nullable(column.text),
    now: column.instant,
  },
  columns: accountColumns,
  sql: `update user_accounts
        set password_hash = $hash, updated_at = $now
        where ($userId is null or user_id = $userId)
          and ($accountId is null or id = $accountId)
          and provider_id = 'credential'
          and coalesce($userId, $accountId) is not null
          and ($currentHash is null or password_hash = $currentHash)
        returning ${list(accountColumns)}`,
});

export const verificationColumns = userVerifications.columns;

export const insertVerification = insertInto("sessions_insert_verification", userVerifications);

export const findVerification = statement({
  name: "sessions_find_verification",
  params: pick(verificationColumns, "identifier"),
  columns: verificationColumns,
  sql: `select ${list(verificationColumns)}
        from user_verifications
        where identifier = $identifier
        order by created_at desc, id desc
        limit 1`,
});

/** Deletes a code, so that it can be used only once. Of two concurrent requests, only one gets the row. */
export const consumeVerification = statement({
  name: "sessions_consume_verification",
  params: { id: column.id },
  columns: verificationColumns,
  sql: `delete from user_verifications
        where id = $id
        returning ${list(verificationColumns)}`,
});

/** Deletes older codes with the same identifier after one of them is used. */
export const deleteOlderVerifications = statement({
  name: "sessions_delete_older_verifications",
  params: { identifier: column.text, exceptId: column.id, createdAt: column.instant },
  sql: `delete from user_verifications
        where identifier = $identifier
          and id <> $exceptId
          and created_at <= $createdAt`,
});

/** Deletes the codes that were sent to a user, after one code is used or the password has changed. */
export const deleteCodesOfUser = statement({
  name: "sessions_delete_codes_of_user",
  params: { userId: column.text },
  sql: `delete from user_verifications
        where id in (
          select id
          from user_verifications
          where value = $userId
          for update skip locked
        )`,
});

export const insertSignUp = insertInto("sessions_insert_sign_up", signUps);

const openSignUpColumns = pick(signUps.columns, "email", "name", "password_hash");

/** The sign-up with this token, if it has not expired. */
export const findSignUp = statement({
  name: "sessions_find_sign_up",
  params: { ...pick(signUps.columns, "token_sha256"), now: column.instant },
  columns: openSignUpColumns,
  sql: `select ${list(openSignUpColumns)}
        from sign_ups
        where token_sha256 = $token_sha256
          and expires_at > $now`,
});

/** Deletes all sign-ups of an address. Of several concurrent confirmations, only one gets rows. */
export const deleteSignUps = statement({
  name: "sessions_delete_sign_ups",
  params: pick(signUps.columns, "email"),
  columns: pick(signUps.columns, "id"),
  sql: `delete from sign_ups
        where email = $email
        returning id`,
});

export const clearExpiredSignUps = clearExpired("sessions_clear_expired_sign_ups", "sign_ups");
