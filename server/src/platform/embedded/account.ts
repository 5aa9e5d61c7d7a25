import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { StartupError } from "../startupError.ts";

/**
 * The system account that runs PostgreSQL. PostgreSQL refuses to run as root. If Daybook runs as root, the database runs as the `uid` and
 * `gid` of an unprivileged account. Otherwise it runs as Daybook's own user and `switchTo` is absent.
 */
export interface DatabaseAccount {
  readonly name: string;
  readonly switchTo?: { readonly uid: number; readonly gid: number };
}

/**
 * Chooses the account for a database folder. An existing folder keeps its owner, so that later starts do not depend on the machine's
 * accounts.
 *
 * @throws {StartupError} when Daybook's own user has no name, which `initdb` requires.
 */
export function databaseAccount(databaseFolder?: string): DatabaseAccount {
  if (process.getuid?.() !== 0) return { name: ownName() };
  const accounts = readAccounts();
  const keeper = databaseFolder && ownerOf(databaseFolder);
  if (keeper) {
    return {
      name: accounts.find(({ uid }) => uid === keeper.uid)?.name ?? `${keeper.uid}`,
      switchTo: keeper,
    };
  }
  for (const wanted of preferred) {
    const account = accounts.find(({ name, uid }) => name === wanted && uid !== 0);
    if (account) return { name: wanted, switchTo: { uid: account.uid, gid: account.gid } };
  }
  const first = accounts.find(({ uid }) => uid !== 0);
  return first
    ? { name: first.name, switchTo: { uid: first.uid, gid: first.gid } }
    : { name: "65534", switchTo: { uid: 65534, gid: 65534 } };
}

/**
 * Returns whether the account may enter a folder. Asks the operating system, because access lists, mounts and sandboxes restrict access
 * too, not only mode bits.
 */
export function canEnter(account: DatabaseAccount, folder: string): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], {
    ...account.switchTo,
    cwd: "/",
    stdio: "ignore",
  });
  return status === 0;
}

/** The accounts in order of preference: a dedicated account, the account of a packaged PostgreSQL, an account without rights. */
const preferred = ["daybook", "postgres", "nobody"];

function ownName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new StartupError(
      `Daybook runs as UID ${process.getuid?.()}, which has no user name on this machine; the embedded PostgreSQL requires one. ` +
        "Add the user to /etc/passwd, run as another user, or set DATABASE_URL.",
    );
  }
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

function readAccounts(): { name: string; uid: number; gid: number }[] {
  let text: string;
  try {
    text = readFileSync("/etc/passwd", "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid && !line.startsWith("#") ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
