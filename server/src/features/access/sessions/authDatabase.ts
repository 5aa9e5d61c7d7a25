import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth";
import type { Clock } from "../../../kernel/clock.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken } from "../../../kernel/tokens.ts";
import type { Database, Reader, Transaction } from "../../../platform/database/index.ts";
import { refillQuota } from "../../../platform/limits/index.ts";
import { createUser, renameUser } from "../accounts/index.ts";
import { accountOf, betweenClocks, namesOf, sessionOf, userOf, verificationOf } from "./authRows.ts";
import type { PasswordOwner } from "./passwordProblems.ts";
import { UNKNOWN_DEVICES } from "./signInGuard.ts";
import {
  clearExpiredSessions,
  clearExpiredVerifications,
  consumeVerification,
  deleteCodesOfUser,
  deleteOlderVerifications,
  deleteSession,
  deleteSessionsOfUser,
  extendSession,
  findSession,
  findUserByEmail,
  findUserById,
  findVerification,
  insertAccount,
  insertSession,
  insertVerification,
  listAccounts,
  lockPassword,
  setPasswordHash,
} from "./store.ts";

/**
 * Returns a database adapter for better-auth that runs Daybook's statements. better-auth sends a small, fixed set of queries; each has a
 * named statement that is checked against the schema (decision 16). A query without a statement throws, so that a new version of the
 * library cannot silently change the stored data.
 */
export function authDatabase(database: Database, clock: Clock, password: () => RequestPassword): DBAdapter {
  const inside = (reader: Reader, write: Write) => adapter(reader, write, clock, password);
  return {
    ...inside(database, (work) => database.transaction(work)),
    transaction: (work) => database.transaction((tx) => work(inside(tx, (write) => write(tx)))),
  };
}

/**
 * The password hashes of a request. `known` is the stored hash that matched the current password. `chosen` is the hash of the new password.
 * Because a concurrent request can change the password during the comparison, a session is opened only if the matched hash is still stored.
 */
export interface RequestPassword {
  known?: string;
  chosen?: string;
  /** The user that better-auth has found for the request. A new password must differ from the user's address and name. */
  user?: PasswordOwner;
}

/** Runs a write in the open transaction, or in a new transaction if none is open. */
type Write = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
type Fields = Readonly<Record<string, unknown>>;

function adapter(
  reader: Reader,
  write: Write,
  clock: Clock,
  password: () => RequestPassword,
): DBTransactionAdapter {
  const { ours, theirs } = betweenClocks(clock);
  const now = () => clock.now();

  const findUser = async (by: Fields, withAccounts: boolean) => {
    const [row] =
      by.id === undefined
        ? await reader.query(findUserByEmail, { email: String(by.email) })
        : await reader.query(findUserById, { id: String(by.id) });
    if (row === undefined) return [];
    password().user = { email: row.email, name: [row.first_name, row.last_name].filter(Boolean).join(" ") };
    return [
      {
        ...userOf(row, theirs),
        ...(withAccounts ? { account: await findAccounts({ userId: row.id }) } : {}),
      },
    ];
  };
  const findAccounts = async (by: Fields) => {
    const accounts = (await reader.query(listAccounts, { userId: String(by.userId) })).map((row) =>
      accountOf(row, theirs),
    );
    return accounts.filter((account) => matches(account, by));
  };
  const findSessions = async ({ token }: Fields, withUser: boolean) => {
    const [row] = await reader.query(findSession, { token_sha256: hashOfToken(String(token)) });
    if (row === undefined) return [];
    const [user] = withUser ? await findUser({ id: row.user_id }, false) : [];
    return [{ ...sessionOf(row, String(token), theirs), ...(withUser ? { user: user ?? null } : {}) }];
  };
  const findVerifications = async ({ identifier }: Fields) =>
    (await reader.query(findVerification, { identifier: String(identifier) })).map((row) =>
      verificationOf(row, theirs),
    );

  const find = async (model: string, where: readonly Where[], join: Fields = {}): Promise<unknown[]> => {
    const by = conditionsOf(where);
    switch (`${model} by ${Object.keys(by).sort().join(", ")}`) {
      case "user by id":
      case "user by email":
        return findUser(by, join.account !== undefined);
      case "account by userId":
      case "account by accountId, providerId, userId":
        return findAccounts(by);
      case "session by token":
        return findSessions(by, join.user !== undefined);
      case "verification by identifier":
        return findVerifications(by);
      // better-auth sends these queries before a deletion to pass the rows to hooks. No hooks are configured.
      case "session by userId":
      case "verification by expiresAt lt":
        return [];
      default:
        throw unsupported("find", model, by);
    }
  };

  const create = async (model: string, fields: Fields): Promise<unknown> => {
    switch (model) {
      case "user": {
        const user = { email: String(fields.email), ...namesOf(String(fields.name)), now: clock.now() };
        const { id } = await write((tx) => createUser(tx, user));
        return (await findUser({ id }, false))[0];
      }
      case "account": {
        const [row] = await reader.query(insertAccount, {
          id: newId(),
          user_id: String(fields.userId),
          provider_id: String(fields.providerId),
          account_id: String(fields.accountId),
          password_hash: String(fields.password),
          created_at: now(),
        });
        password().chosen = String(fields.password);
        return row === undefined ? null : accountOf(row, theirs);
      }
      case "session": {
        const token = String(fields.token);
        const [row] = await reader.query(insertSession, {
          id: newId(),
          user_id: String(fields.userId),
          token_sha256: hashOfToken(token),
          expires_at: ours(fields.expiresAt),
          ip_address: String(fields.ipAddress),
          user_agent: String(fields.userAgent),
          created_at: now(),
          updated_at: now(),
          passwordHash: password().chosen ?? password().known ?? null,
        });
        await reader.query(clearExpiredSessions, { now: now(), limit: 20 });
        return row === undefined ? null : sessionOf(row, token, theirs);
      }
      case "verification": {
        const row = {
          id: newId(),
          identifier: String(fields.identifier),
          value: String(fields.value),
          expires_at: ours(fields.expiresAt),
          created_at: now(),
          updated_at: now(),
        };
        await reader.query(insertVerification, row);
        return verificationOf(row, theirs);
      }
      default:
        throw unsupported("create", model, {});
    }
  };

  const update = async (model: string, where: readonly Where[], fields: Fields): Promise<unknown[]> => {
    const by = conditionsOf(where);
    const changed = Object.keys(fields).filter(
      (field) => field !== "updatedAt" && fields[field] !== undefined,
    );
    switch (`${model} by ${Object.keys(by).sort().join(", ")}: ${changed.sort().join(", ")}`) {
      case "user by id: name":
        await write((tx) =>
          renameUser(tx, String(by.id), { ...namesOf(String(fields.name)), now: clock.now() }),
        );
        return findUser(by, false);
      case "session by token: expiresAt": {
        const token = String(by.token);
        const times = { expires_at: ours(fields.expiresAt), updated_at: now() };
        const rows = await reader.query(extendSession, { token_sha256: hashOfToken(token), ...times });
        return rows.map((row) => sessionOf(row, token, theirs));
      }
      // The first case changes the password and requires the current password. The second case resets the password with a code from an
      // e-mail and does not require the current password.
      case "account by id: password":
        return changePassword({ accountId: String(by.id) }, fields.password, password().known ?? null);
      case "account by accountId, providerId, userId: password":
        return changePassword({ userId: String(by.userId) }, fields.password, null);
      default:
        throw unsupported("update", model, by);
    }
  };

  /** Sets a password and deletes the password reset codes that were sent to the user. */
  const changePassword = (
    of: { readonly userId?: string; readonly accountId?: string },
    hash: unknown,
    currentHash: string | null,
  ) =>
    write(async (tx) => {
      const ids = { userId: null, accountId: null, ...of };
      const values = { ...ids, hash: String(hash), currentHash, now: now() };
      const [row] = await tx.query(setPasswordHash, values);
      if (row === undefined)
        throw invalid({ path: "/currentPassword", message: "must be the current password" });
      tx.write(deleteCodesOfUser, { userId: row.user_id });
      password().chosen = String(row.password_hash);
      // A user who has set a new password may sign in with it, even if failed attempts of other callers have reached the account's limit.
      const { user } = password();
      if (user !== undefined) await refillQuota(tx, { ...UNKNOWN_DEVICES, subject: user.email });
      return [accountOf(row, theirs)];
    });

  const remove = async (model: string, where: readonly Where[]): Promise<number> => {
    const by = conditionsOf(where);
    switch (`${model} by ${Object.keys(by).sort().join(", ")}`) {
      case "session by token":
        await reader.query(deleteSession, { token_sha256: hashOfToken(String(by.token)) });
        return 1;
      case "session by userId":
        await write(async (tx) => {
          tx.write(lockPassword, { userId: String(by.userId) });
          tx.write(deleteSessionsOfUser, { user_id: String(by.userId) });
        });
        return 1;
      case "verification by createdAt lte, id ne, identifier": {
        await reader.query(deleteOlderVerifications, {
          identifier: String(by.identifier),
          exceptId: String(by["id ne"]),
          createdAt: ours(by["createdAt lte"]),
        });
        return 1;
      }
      case "verification by expiresAt lt":
        await reader.query(clearExpiredVerifications, { now: now(), limit: 1_000 });
        return 1;
      default:
        throw unsupported("delete", model, by);
    }
  };

  return {
    id: "daybook",
    create: async <T, R = T>({ model, data }: { model: string; data: Omit<T, "id"> }) =>
      (await create(model, data as Fields)) as R,
    findOne: async <T>(input: { model: string; where: Where[]; join?: Fields | undefined }) =>
      ((await find(input.model, input.where, input.join))[0] ?? null) as T | null,
    findMany: async <T>(input: { model: string; where?: Where[] | undefined; join?: Fields | undefined }) =>
      (await find(input.model, input.where ?? [], input.join)) as T[],
    count: ({ model }) => Promise.reject(unsupported("count", model, {})),
    update: async <T>(input: { model: string; where: Where[]; update: Fields }) =>
      ((await update(input.model, input.where, input.update))[0] ?? null) as T | null,
    updateMany: async (input) => (await update(input.model, input.where, input.update)).length,
    delete: async ({ model, where }) => void (await remove(model, where)),
    deleteMany: ({ model, where }) => remove(model, where),
    consumeOne: async <T>({ model, where }: { model: string; where: Where[] }) => {
      const { id } = conditionsOf(where);
      if (model !== "verification" || id === undefined) throw unsupported("consume", model, {});
      const [row] = await reader.query(consumeVerification, { id: String(id) });
      return (row === undefined ? null : verificationOf(row, theirs)) as T | null;
    },
    incrementOne: ({ model }) => Promise.reject(unsupported("increment", model, {})),
  };
}

/** Returns the required values by field; an operator other than equality is appended to the field's name. */
function conditionsOf(where: readonly Where[]): Fields {
  return Object.fromEntries(
    where.map(({ field, operator = "eq", value, connector = "AND" }) => {
      if (connector !== "AND")
        throw new Error("better-auth combined conditions with OR, which is not supported.");
      return [operator === "eq" ? field : `${field} ${operator}`, value];
    }),
  );
}

function matches(record: Fields, by: Fields): boolean {
  return Object.entries(by).every(([field, value]) => record[field] === value);
}

function unsupported(what: string, model: string, by: Fields): Error {
  const fields = Object.keys(by).join(", ");
  return new Error(`better-auth tried to ${what} a ${model} by (${fields}), which is not supported.`);
}
