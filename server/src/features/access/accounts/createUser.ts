import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { confirmUserEmail, findAnyUser, findUserIdByEmail, insertUser, updateUserName } from "./store.ts";

export interface NewUser {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Creates a user and returns the new id. The e-mail address is stored in lower case, because sign-in ignores case. Throws
 * `validation_failed` when another user has the address.
 */
export async function createUser(tx: Transaction, user: NewUser): Promise<{ id: string }> {
  const { firstName, lastName, now } = user;
  const email = user.email.trim().toLowerCase();
  const row = { id: newId(), email, first_name: firstName, last_name: lastName };
  const [created] = await tx.query(insertUser, { ...row, now });
  if (created === undefined) throw invalid({ path: "/email", message: "is already used by another user" });
  return created;
}

export async function renameUser(
  tx: Transaction,
  userId: string,
  name: { readonly firstName: string; readonly lastName: string | null; readonly now: number },
): Promise<void> {
  const row = { first_name: name.firstName, last_name: name.lastName, updated_at: name.now };
  tx.write(updateUserName, { id: userId, ...row });
}

/** Marks the user's address as verified, because the user has opened a link in an e-mail to this address. */
export function confirmEmail(tx: Transaction, userId: string, now: number): void {
  tx.write(confirmUserEmail, { id: userId, now });
}

/** Returns the id of the user with this e-mail address, or null if no user has it. Ignores case. */
export async function userIdByEmail(reader: Reader, email: string): Promise<string | null> {
  const [found] = await reader.query(findUserIdByEmail, { email: email.trim() });
  return found?.id ?? null;
}

/** Returns whether any user exists. The users of the demo salon do not count. */
export async function hasAnyUser(reader: Reader): Promise<boolean> {
  const [found] = await reader.query(findAnyUser, {});
  return found?.found === true;
}
