import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { StartupError } from "../startupError.ts";
import { canEnter, type DatabaseAccount, databaseAccount } from "./account.ts";

/**
 * The folders of the embedded database. `root` belongs to Daybook (lock, log, copied programs). `databaseFolder` inside it belongs to
 * `account` and is managed by PostgreSQL.
 */
export interface DataFolder {
  readonly root: string;
  readonly databaseFolder: string;
  readonly account: DatabaseAccount;
}

/**
 * Chooses the folder for the database: the data folder if the database's account can use it, otherwise another folder whose
 * name is a hash of the data folder's path. The data folder may be in a home folder that only root may enter, or on a disk
 * without file owners. Logs the path of the other folder and records it in the data folder, so that later starts find it.
 *
 * @throws {StartupError} when neither folder is usable, or the recorded one is missing.
 */
export function chooseDataFolder(dataDir: string, log: (line: string) => void): DataFolder {
  const known = knownDataFolder(dataDir);
  if (known) return known;
  refuseForeignDatabase(join(dataDir, folderName));
  createDataFolder(dataDir);
  const account = databaseAccount();
  const inside = folderIn(dataDir, account);
  const problem = problemOf(inside);
  if (!problem) return inside;
  const elsewhere = folderIn(join(stateFolder(), nameFor(dataDir)), account);
  createFolder(stateFolder());
  createFolder(elsewhere.root);
  const second = problemOf(elsewhere);
  if (second)
    throw new StartupError(
      `${problem} ${second} Set DAYBOOK_DATA_DIR to another folder, or set DATABASE_URL.`,
    );
  recordFolder(join(dataDir, pointerName), elsewhere.root);
  log(`${problem} The database is in ${elsewhere.root} instead.`);
  return elsewhere;
}

/**
 * Returns the folders that an earlier start has chosen; undefined if this data folder has no database.
 *
 * @throws {StartupError} when the recorded folder is missing, because an empty database would look like data loss.
 */
export function knownDataFolder(dataDir: string): DataFolder | undefined {
  const pointer = join(dataDir, pointerName);
  if (existsSync(pointer)) {
    const root = readFileSync(pointer, "utf8").trim();
    if (!existsSync(root)) {
      throw new StartupError(
        `The database of the data folder ${dataDir} is in ${root}, which is missing. Restore the folder, or delete ${pointer} to start with an empty database.`,
      );
    }
    return folderIn(root, databaseAccount(join(root, folderName)));
  }
  const folder = join(dataDir, folderName);
  if (!existsSync(join(folder, "PG_VERSION"))) return undefined;
  return folderIn(dataDir, databaseAccount(folder));
}

/**
 * Creates the data folder. If Daybook runs as root, other accounts may enter the folder, because the database's account must
 * enter it. They cannot list the files in the folder, because it contains secrets and e-mails.
 */
export function createDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  try {
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be created: ${reasonOf(refusalOf(dataDir, error))}.`,
    );
  }
}

/**
 * Returns the cause of a failure to create the data folder. When several folders must be created on a read-only file
 * system, Node reports ENOENT; creating only the first one gives the actual cause.
 */
function refusalOf(dataDir: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return error;
  let first = resolve(dataDir);
  while (!existsSync(dirname(first)) && dirname(first) !== first) first = dirname(first);
  try {
    mkdirSync(first);
    return error;
  } catch (reason) {
    return reason;
  }
}

const folderName = "postgres";
const pointerName = "database-folder.txt";

/**
 * Throws if the database belongs to another operating-system user. Daybook cannot open this database, and an empty database in
 * another folder would look like data loss.
 */
function refuseForeignDatabase(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || process.getuid?.() === 0 || found.uid === process.getuid?.()) return;
  throw new StartupError(
    `The database in ${folder} belongs to another user (uid ${found.uid}). Start Daybook as that user or as root, or set another DAYBOOK_DATA_DIR.`,
  );
}

function folderIn(root: string, account: DatabaseAccount): DataFolder {
  return { root: resolve(root), databaseFolder: join(resolve(root), folderName), account };
}

function stateFolder(): string {
  return process.getuid?.() === 0 ? "/var/lib/daybook" : join(homedir(), ".local", "share", "daybook");
}

function nameFor(dataDir: string): string {
  return createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 16);
}

function recordFolder(pointer: string, root: string): void {
  try {
    writeFileSync(pointer, `${root}\n`);
  } catch (error) {
    throw new StartupError(`${pointer} cannot be written: ${reasonOf(error)}.`);
  }
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw new StartupError(`The folder ${folder} cannot be created: ${reasonOf(error)}.`);
  }
}

/**
 * Returns the reason why the database cannot use the folder, as a sentence; undefined if it can. Tests this with a new folder, because
 * a mount may accept a change of owner or mode without storing it.
 */
function problemOf({ root, account }: DataFolder): string | undefined {
  if (!canEnter(account, root)) return `The database's account ${account.name} cannot access ${root}.`;
  const trial = join(root, `.trial-${process.pid}`);
  try {
    mkdirSync(trial);
    chmodSync(trial, 0o700);
    if (account.switchTo) chownSync(trial, account.switchTo.uid, account.switchTo.gid);
    const { mode, uid } = statSync(trial);
    const kept = (mode & 0o777) === 0o700 && uid === (account.switchTo?.uid ?? process.getuid?.());
    return kept && canEnter(account, trial)
      ? undefined
      : `${root} is on a file system without file owners, which PostgreSQL requires.`;
  } catch (error) {
    return `${root} cannot be written: ${reasonOf(error)}.`;
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
