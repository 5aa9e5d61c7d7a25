import { readFileSync } from "node:fs";

/** The user whose password is set. The password must differ from the user's address and name. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/**
 * Returns the problem with a new password, as text that follows the field's name, or undefined for an accepted password. The
 * schema checks the length. Rejects common passwords, the address and the name, because attackers try these first (NIST SP
 * 800-63B §3.1.1.2).
 */
export function passwordProblem(password: string, owner: PasswordOwner | undefined): string | undefined {
  const folded = fold(password);
  if (commonPasswords().has(folded)) return "must not be one of the most common passwords";
  if (owner !== undefined && ownWords(owner).has(folded))
    return "must not be the e-mail address or the name of the user, or a part of them";
  return undefined;
}

function ownWords({ email, name }: PasswordOwner): ReadonlySet<string> {
  const words = name.split(/\s+/).filter(Boolean);
  const names = [words, words.toReversed()].flatMap((order) =>
    ["", " ", ".", "-", "_"].map((gap) => order.join(gap)),
  );
  return new Set([email, email.split("@")[0] ?? email, ...words, ...names].map(fold));
}

/** Normalizes a text, so that comparisons ignore case and the composition of characters. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

let common: ReadonlySet<string> | undefined;

/** Returns the 10,000 most common passwords of at least eight characters (commonPasswords.LICENSE.txt), read on first use. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(readFileSync(new URL("commonPasswords.txt", import.meta.url), "utf8").split("\n"));
  return common;
}
