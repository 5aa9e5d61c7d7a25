import { randomInt } from "node:crypto";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { hashPassword } from "./passwords.ts";
import { insertAccount, setPasswordHash } from "./store.ts";

/** Lets a user sign in with a password, instead of the one they may have had: for the command line and the demo. */
export async function setInitialPassword(
  tx: Transaction,
  userId: string,
  password: string,
  now: number,
): Promise<void> {
  const hash = await hashPassword(password);
  const values = [newId(), userId, "credential", userId, hash, new Date(now)];
  const [made] = await tx.query(insertAccount, values);
  if (made === undefined) tx.write(setPasswordHash, [userId, null, hash, new Date(now), null]);
}

/** Without letters and digits that are taken for each other, because somebody types it off a screen. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A new password to be shown once: 16 letters in fours, some 79 random bits. */
export function randomPassword(): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return [four(), four(), four(), four()].join("-");
}
