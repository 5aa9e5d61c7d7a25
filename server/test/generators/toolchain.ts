import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { isFullRun } from "../fullRun.ts";

const execute = promisify(execFile);
/**
 * The maximum size of the output of a command, in bytes. The output of a compiler that reports many errors is below this limit.
 */
const MAX_OUTPUT_BYTES = 64 << 20;
const SHOWN_CHARACTERS = 4000;

/** Returns the reason for skipping the tests of a toolchain; undefined if they run. */
export function reasonToSkip(...commands: readonly (readonly [name: string, argument: string])[]) {
  if (!isFullRun) return "Clients are generated in test:full only.";
  const missing = commands.filter(([name, argument]) => !isInstalled(name, argument)).map(([name]) => name);
  return missing.length === 0 ? undefined : `Not installed: ${missing.join(", ")}.`;
}

/**
 * Returns whether a command exists. Throws if the command exists but fails, so that a broken toolchain does not skip the
 * tests.
 */
function isInstalled(name: string, argument: string): boolean {
  try {
    execFileSync(name, [argument], { stdio: "pipe" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Runs a command until it exits. Returns its output, or throws an error that contains the output if the command fails. */
export async function run(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  const env = { ...process.env, ...options.env };
  try {
    return (await execute(command, args, { cwd: options.cwd, env, maxBuffer: MAX_OUTPUT_BYTES })).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    const output = `${stdout}\n${stderr}`.trim().slice(0, SHOWN_CHARACTERS);
    throw new Error(`${command} ${args.slice(0, 3).join(" ")} failed:\n${output}`, { cause: error });
  }
}

/** Creates an empty folder that is removed after the test. */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "daybook-generators-"));
  // A plain `rmSync` suffices, because Go writes read-only files only to its module cache and not to work folders.
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The system's folder for temporary files on disk. During tests, `TMPDIR` may be in memory. */
const onDisk = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();

/** Creates a folder for downloads, or returns the folder of an earlier run. */
export function downloadFolder(name: string): string {
  const { uid } = userInfo();
  const root = join(onDisk, `daybook-generators-${uid}`);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // Another user must not own this folder, because the tests execute programs in it.
  if (uid >= 0 && statSync(root).uid !== uid) throw new Error(`${root} belongs to another user.`);
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
