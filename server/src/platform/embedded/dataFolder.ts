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
 * Where the embedded database lives: `root` is ours (lock, log, copied programs),
 * `databaseFolder` inside it belongs to `account` and is PostgreSQL's own.
 */
export interface DataFolder {
  readonly root: string;
  readonly databaseFolder: string;
  readonly account: DatabaseAccount;
}

/**
 * Chooses the place for a data folder: the folder itself when the database's account can
 * live in it, otherwise a folder named after it elsewhere on the machine (a clone below a
 * home that only root may enter; a disk that keeps no owners). A choice other than the first
 * is said in one line and written down in the data folder, so that every later start finds it.
 *
 * @throws {StartupError} when no folder will do, or the one written down is gone.
 */
export function chooseDataFolder(dataDir: string, log: (line: string) => void): DataFolder {
  const settled = knownDataFolder(dataDir);
  if (settled) return settled;
  refuseForeign(join(dataDir, folderName));
  makeDataFolder(dataDir);
  const account = databaseAccount();
  const inside = placeIn(dataDir, account);
  const obstacle = obstacleTo(inside);
  if (!obstacle) return inside;
  const elsewhere = placeIn(join(stateFolder(), nameFor(dataDir)), account);
  makeOpenFolder(stateFolder());
  makeOpenFolder(elsewhere.root);
  const second = obstacleTo(elsewhere);
  if (second)
    throw new StartupError(
      `${obstacle} ${second} Set DAYBOOK_DATA_DIR to a folder that will do, or DATABASE_URL.`,
    );
  writePointer(join(dataDir, pointerName), elsewhere.root);
  log(`${obstacle} The database is kept in ${elsewhere.root} instead.`);
  return elsewhere;
}

/**
 * The place an earlier start has chosen, or undefined when this data folder has no database yet.
 *
 * @throws {StartupError} when the database was kept elsewhere and that folder is gone: starting
 * anew would look like losing everything.
 */
export function knownDataFolder(dataDir: string): DataFolder | undefined {
  const pointer = join(dataDir, pointerName);
  if (existsSync(pointer)) {
    const root = readFileSync(pointer, "utf8").trim();
    if (!existsSync(root)) {
      throw new StartupError(
        `The database of ${dataDir} was kept in ${root}, which is gone. Bring it back, or delete ${pointer} to begin with an empty one.`,
      );
    }
    return placeIn(root, databaseAccount(join(root, folderName)));
  }
  const folder = join(dataDir, folderName);
  if (!existsSync(join(folder, "PG_VERSION"))) return undefined;
  return placeIn(dataDir, databaseAccount(folder));
}

/** The data folder holds secrets and mail: others may pass through it (the database's account must) but not look into it. */
export function makeDataFolder(dataDir: string): void {
  if (existsSync(dataDir)) return;
  try {
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be made: ${reasonOf(refusalOf(dataDir, error))}.`,
    );
  }
}

/** Node reports ENOENT when it makes several folders on a read-only file system; making the first one has the reason. */
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

/** A database of another operating-system user cannot be opened; starting an empty one in another folder would look like data loss. */
function refuseForeign(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || process.getuid?.() === 0 || found.uid === process.getuid?.()) return;
  throw new StartupError(
    `The database in ${folder} belongs to another user (number ${found.uid}). Start Daybook as that user or as root, or give it another DAYBOOK_DATA_DIR.`,
  );
}

function placeIn(root: string, account: DatabaseAccount): DataFolder {
  return { root: resolve(root), databaseFolder: join(resolve(root), folderName), account };
}

function stateFolder(): string {
  return process.getuid?.() === 0 ? "/var/lib/daybook" : join(homedir(), ".local", "share", "daybook");
}

function nameFor(dataDir: string): string {
  return createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 16);
}

function writePointer(pointer: string, root: string): void {
  try {
    writeFileSync(pointer, `${root}\n`);
  } catch (error) {
    throw new StartupError(`${pointer} cannot be written: ${reasonOf(error)}.`);
  }
}

function makeOpenFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw new StartupError(`The folder ${folder} cannot be made: ${reasonOf(error)}.`);
  }
}

/**
 * Why the database cannot live there, as a sentence; undefined when it can. Tried with a folder of
 * its own, because a mount may accept a change of owner or mode and keep neither.
 */
function obstacleTo({ root, account }: DataFolder): string | undefined {
  if (!canEnter(account, root))
    return `The user ${account.name}, who runs PostgreSQL, may not enter ${root}.`;
  const trial = join(root, `.trial-${process.pid}`);
  try {
    mkdirSync(trial);
    chmodSync(trial, 0o700);
    if (account.switchTo) chownSync(trial, account.switchTo.uid, account.switchTo.gid);
    const { mode, uid } = statSync(trial);
    const kept = (mode & 0o777) === 0o700 && uid === (account.switchTo?.uid ?? process.getuid?.());
    return kept && canEnter(account, trial)
      ? undefined
      : `${root} is on a disk that keeps no file owners, which PostgreSQL needs.`;
  } catch (error) {
    return `${root} cannot be written: ${reasonOf(error)}.`;
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
