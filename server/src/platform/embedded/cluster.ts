import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { StartupError } from "../startupError.ts";
import type { DataFolder } from "./dataFolder.ts";
import type { Programs } from "./programs.ts";

/** The name of the embedded server's superuser and of its only database. */
export const databaseName = "daybook";

/** The major version of the included programs, which cannot read a folder of another major version. */
const majorVersion = "18";

/**
 * Creates the database folder unless it exists and returns whether it was created. Creates it under a temporary name and renames it when
 * complete, so that an interrupted first start leaves no incomplete database.
 *
 * @throws {StartupError} when the folder cannot be created, or belongs to a different major version of PostgreSQL.
 */
export function createCluster(programs: Programs, { root, databaseFolder, account }: DataFolder): boolean {
  const versionFile = join(databaseFolder, "PG_VERSION");
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, "utf8").trim();
    if (version === majorVersion) return false;
    throw new StartupError(
      `The database in ${databaseFolder} was created by PostgreSQL ${version}; this release of Daybook includes ${majorVersion}. Restore a backup into an empty folder.`,
    );
  }
  removeUnfinished(databaseFolder);
  const unfinished = `${databaseFolder}.new-${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  chmodSync(unfinished, 0o700);
  if (account.switchTo) chownSync(unfinished, account.switchTo.uid, account.switchTo.gid);
  // With the locale C, text is sorted by code point on every machine. The socket folder's permissions (0700) control who
  // may connect, so no password is stored.
  const made = spawnSync(
    programs.initdb,
    [
      ...["-D", unfinished, "-U", databaseName, "--auth=trust", "--encoding=UTF8", "--locale=C"],
      ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions"],
    ],
    { ...account.switchTo, cwd: root, env: { LC_ALL: "C", TZ: "UTC" }, encoding: "utf8" },
  );
  if (made.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new StartupError(
      `The database cannot be created in ${databaseFolder}: ${made.error?.message ?? made.stderr.trim()}`,
    );
  }
  renameSync(unfinished, databaseFolder);
  return true;
}

/** Creates the database on a new server; does nothing if it exists. */
export async function createDatabase(adminConnectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminConnectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

function removeUnfinished(databaseFolder: string): void {
  const parent = dirname(databaseFolder);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(databaseFolder)}.new-`))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}
