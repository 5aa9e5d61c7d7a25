import { readFileSync } from "node:fs";

/** The user whose password it will be. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

/**
 * The problem with a new password, as it follows the name of its field; undefined when it is accepted. Length is
 * checked by the schema. Attackers try common passwords, the address and the name first (NIST SP 800-63B §3.1.1.2).
 */
export function passwordProblem(password: string, owner: PasswordOwner | undefined): string | undefined {
  const folded = fold(password);
  if (commonPasswords().has(folded)) return "is one of the most common passwords: choose another";
  if (owner !== undefined && ownWords(owner).has(folded))
    return "must not be the e-mail address or the name: choose another";
  return undefined;
}

function ownWords({ email, name }: PasswordOwner): ReadonlySet<string> {
  const words = name.split(/\s+/).filter(Boolean);
  const names = [words, words.toReversed()].flatMap((order) =>
    ["", " ", ".", "-", "_"].map((gap) => order.join(gap)),
  );
  return new Set([email, email.split("@")[0] ?? email, ...words, ...names].map(fold));
}

/** Case and composed characters make no difference. */
function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}

let common: ReadonlySet<string> | undefined;

/** The 10,000 most common passwords of at least eight characters (commonPasswords.LICENSE.txt), read at the first use. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(readFileSync(new URL("commonPasswords.txt", import.meta.url), "utf8").split("\n"));
  return common;
}
