import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth";
import type { Clock } from "../../../kernel/clock.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Database, Reader, Transaction } from "../../../platform/database/index.ts";
import { createUser, renameUser } from "../accounts/index.ts";
import { accountOf, betweenClocks, namesOf, sessionOf, userOf, verificationOf } from "./authRows.ts";
import { fingerprintOfToken } from "./sessionCookie.ts";
import {
  consumeVerification,
  endSession,
  endSessionsOfUser,
  findSession,
  findUserByEmail,
  findUserById,
  findVerification,
  forgetCodesOfUser,
  forgetExpiredSessions,
  forgetExpiredVerifications,
  forgetOlderVerifications,
  insertAccount,
  insertSession,
  insertVerification,
  listAccounts,
  lockPassword,
  prolongSession,
  setPasswordHash,
} from "./store.ts";

/**
 * better-auth's database, by our statements. What it asks for is a small, fixed set of questions, each of which has a
 * named statement that is checked against the schema like all of ours (decision 16); a question that is not among them
 * fails in so many words, so that a new version of the library cannot quietly do something else.
 */
export function authDatabase(
  database: Database,
  clock: Clock,
  /** By which password whoever asks gets in. */
  shown: () => ShownPassword,
): DBAdapter {
  const inside = (reader: Reader, write: Write) => adapter(reader, write, clock, shown);
  return {
    ...inside(database, (work) => database.transaction(work)),
    transaction: (work) => database.transaction((tx) => work(inside(tx, (write) => write(tx)))),
  };
}

/**
 * The hash of the password that whoever asks has shown to know, and of the one they have just chosen. Comparing one takes
 * long enough for somebody else to choose another: what it opens is opened only if it still holds.
 */
export interface ShownPassword {
  known?: string;
  chosen?: string;
}

/** Runs a write: in the transaction that is open, else in one of its own. */
type Write = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
type Fields = Readonly<Record<string, unknown>>;

function adapter(
  reader: Reader,
  write: Write,
  clock: Clock,
  shown: () => ShownPassword,
): DBTransactionAdapter {
  const { ours, theirs } = betweenClocks(clock);
  const now = () => new Date(clock.now());

  const findUser = async (by: Fields, withAccounts: boolean) => {
    const [row] =
      by.id === undefined
        ? await reader.query(findUserByEmail, [by.email])
        : await reader.query(findUserById, [by.id]);
    if (row === undefined) return [];
    return [
      {
        ...userOf(row, theirs),
        ...(withAccounts ? { account: await findAccounts({ userId: row.id }) } : {}),
      },
    ];
  };
  const findAccounts = async (by: Fields) => {
    const accounts = (await reader.query(listAccounts, [by.userId])).map((row) => accountOf(row, theirs));
    return accounts.filter((account) => matches(account, by));
  };
  const findSessions = async ({ token }: Fields, withUser: boolean) => {
    const [row] = await reader.query(findSession, [fingerprintOfToken(String(token))]);
    if (row === undefined) return [];
    const [user] = withUser ? await findUser({ id: row.user_id }, false) : [];
    return [{ ...sessionOf(row, String(token), theirs), ...(withUser ? { user: user ?? null } : {}) }];
  };
  const findVerifications = async ({ identifier }: Fields) =>
    (await reader.query(findVerification, [identifier])).map((row) => verificationOf(row, theirs));

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
      // Asked before a deletion, for hooks that nobody has set.
      case "session by userId":
      case "verification by expiresAt lt":
        return [];
      default:
        throw unforeseen("find", model, by);
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
        const values = [newId(), fields.userId, fields.providerId, fields.accountId, fields.password, now()];
        const [row] = await reader.query(insertAccount, values);
        shown().chosen = String(fields.password);
        return row === undefined ? null : accountOf(row, theirs);
      }
      case "session": {
        const token = String(fields.token);
        const [row] = await reader.query(insertSession, [
          newId(),
          fields.userId,
          fingerprintOfToken(token),
          new Date(ours(fields.expiresAt)),
          fields.ipAddress,
          fields.userAgent,
          now(),
          shown().chosen ?? shown().known ?? null,
        ]);
        await reader.query(forgetExpiredSessions, [now()]);
        return row === undefined ? null : sessionOf(row, token, theirs);
      }
      case "verification": {
        const expiresAt = new Date(ours(fields.expiresAt));
        const values = [newId(), fields.identifier, fields.value, expiresAt, now()];
        const [row] = await reader.query(insertVerification, values);
        return row === undefined ? null : verificationOf(row, theirs);
      }
      default:
        throw unforeseen("create", model, {});
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
        const values = [fingerprintOfToken(token), new Date(ours(fields.expiresAt)), now()];
        return (await reader.query(prolongSession, values)).map((row) => sessionOf(row, token, theirs));
      }
      // By the password that holds; and by a mailed code, which asks for none.
      case "account by id: password":
        return choosePassword([null, by.id, fields.password, now(), shown().known ?? null]);
      case "account by accountId, providerId, userId: password":
        return choosePassword([by.userId, null, fields.password, now(), null]);
      default:
        throw unforeseen("update", model, by);
    }
  };

  /** Sets it, and makes the codes good for nothing that were mailed to choose one. */
  const choosePassword = (values: readonly unknown[]) =>
    write(async (tx) => {
      const [row] = await tx.query(setPasswordHash, values);
      if (row === undefined) throw invalid({ path: "/currentPassword", message: "is not the password" });
      tx.write(forgetCodesOfUser, [row.user_id]);
      shown().chosen = String(row.password_hash);
      return [accountOf(row, theirs)];
    });

  const remove = async (model: string, where: readonly Where[]): Promise<number> => {
    const by = conditionsOf(where);
    switch (`${model} by ${Object.keys(by).sort().join(", ")}`) {
      case "session by token":
        await reader.query(endSession, [fingerprintOfToken(String(by.token))]);
        return 1;
      case "session by userId":
        await write(async (tx) => {
          tx.write(lockPassword, [by.userId]);
          tx.write(endSessionsOfUser, [by.userId]);
        });
        return 1;
      case "verification by createdAt lte, id ne, identifier": {
        const createdAt = new Date(ours(by["createdAt lte"]));
        await reader.query(forgetOlderVerifications, [by.identifier, by["id ne"], createdAt]);
        return 1;
      }
      case "verification by expiresAt lt":
        await reader.query(forgetExpiredVerifications, [now()]);
        return 1;
      default:
        throw unforeseen("delete", model, by);
    }
  };

  return {
    id: "daybook",
    create: async <T, R = T>({ model, data }: { model: string; data: Omit<T, "id"> }) =>
      (await create(model, data as Fields)) as R,
    findOne: async <T>(asked: { model: string; where: Where[]; join?: Fields | undefined }) =>
      ((await find(asked.model, asked.where, asked.join))[0] ?? null) as T | null,
    findMany: async <T>(asked: { model: string; where?: Where[] | undefined; join?: Fields | undefined }) =>
      (await find(asked.model, asked.where ?? [], asked.join)) as T[],
    count: ({ model }) => Promise.reject(unforeseen("count", model, {})),
    update: async <T>(asked: { model: string; where: Where[]; update: Fields }) =>
      ((await update(asked.model, asked.where, asked.update))[0] ?? null) as T | null,
    updateMany: async (asked) => (await update(asked.model, asked.where, asked.update)).length,
    delete: async ({ model, where }) => void (await remove(model, where)),
    deleteMany: ({ model, where }) => remove(model, where),
    consumeOne: async <T>({ model, where }: { model: string; where: Where[] }) => {
      const { id } = conditionsOf(where);
      if (model !== "verification" || id === undefined) throw unforeseen("consume", model, {});
      const [row] = await reader.query(consumeVerification, [id]);
      return (row === undefined ? null : verificationOf(row, theirs)) as T | null;
    },
    incrementOne: ({ model }) => Promise.reject(unforeseen("increment", model, {})),
  };
}

/** What a row must have: the value by its field, with the operator behind the field's name unless it is equality. */
function conditionsOf(where: readonly Where[]): Fields {
  return Object.fromEntries(
    where.map(({ field, operator = "eq", value, connector = "AND" }) => {
      if (connector !== "AND") throw new Error("better-auth asks for one thing or another.");
      return [operator === "eq" ? field : `${field} ${operator}`, value];
    }),
  );
}

function matches(record: Fields, by: Fields): boolean {
  return Object.entries(by).every(([field, value]) => record[field] === value);
}

function unforeseen(what: string, model: string, by: Fields): Error {
  const fields = Object.keys(by).join(", ");
  return new Error(
    `better-auth wants to ${what} a ${model} by (${fields}), for which there is no statement.`,
  );
}
