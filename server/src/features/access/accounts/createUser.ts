import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { confirmUserEmail, findUserIdByEmail, insertUser, updateUserName } from "./store.ts";

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Writes a person down and answers their id. The address is kept in lower case, so that it is the same person
 * however it is typed at the next sign-in. Throws `validation_failed` when somebody has it already.
 */
export async function createUser(tx: Transaction, user: NewUser): Promise<{ id: string }> {
  const email = user.email.trim().toLowerCase();
  const values = [newId(), email, user.firstName, user.lastName, new Date(user.now)];
  const [created] = await tx.query(insertUser, values);
  if (created === undefined) throw invalid({ path: "/email", message: "belongs to another user" });
  return created;
}

/** Writes down what a person calls themselves now. */
export async function renameUser(
  tx: Transaction,
  userId: string,
  name: { readonly firstName: string; readonly lastName: string | null; readonly now: number },
): Promise<void> {
  tx.write(updateUserName, [userId, name.firstName, name.lastName, new Date(name.now)]);
}

/** Notes that a user has shown to read the mail of their address. */
export function confirmEmail(tx: Transaction, userId: string, now: number): void {
  tx.write(confirmUserEmail, [userId, new Date(now)]);
}

/** The id of whoever signs in with this address, in any case; null when nobody does. */
export async function userIdByEmail(reader: Reader, email: string): Promise<string | null> {
  const [found] = await reader.query(findUserIdByEmail, [email.trim()]);
  return found?.id ?? null;
}
