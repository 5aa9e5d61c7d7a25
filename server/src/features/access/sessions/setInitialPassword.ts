import { randomInt } from "node:crypto";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { hashPassword } from "./passwords.ts";
import { insertAccount, setPasswordHash } from "./store.ts";

/** Sets the password of a user, for the command line and the demo. Replaces an earlier password. */
export async function setInitialPassword(
  tx: Transaction,
  userId: string,
  password: string,
  now: number,
): Promise<void> {
  const hash = await hashPassword(password);
  const [created] = await tx.query(insertAccount, {
    id: newId(),
    user_id: userId,
    provider_id: "credential",
    account_id: userId,
    password_hash: hash,
    created_at: now,
  });
  if (created === undefined)
    tx.write(setPasswordHash, { userId, accountId: null, hash, currentHash: null, now });
}

/** Letters and digits without similar characters, because the user copies the password from a screen by hand. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** Returns a random password that is shown once: four groups of four characters, about 79 random bits. */
export function randomPassword(): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return [four(), four(), four(), four()].join("-");
}
