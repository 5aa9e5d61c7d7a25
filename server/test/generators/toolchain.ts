import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { isFullRun } from "../fullRun.ts";

const execute = promisify(execFile);
/** The output of a compiler with many errors. */
const MAX_OUTPUT_BYTES = 64 << 20;
const SHOWN_CHARACTERS = 4000;

/** Why the tests of a toolchain are skipped; undefined when they run. */
export function reasonToSkip(...commands: readonly (readonly [name: string, argument: string])[]) {
  if (!isFullRun) return "Clients are generated in test:full only.";
  const missing = commands.filter(([name, argument]) => !isInstalled(name, argument)).map(([name]) => name);
  return missing.length === 0 ? undefined : `Not installed: ${missing.join(", ")}.`;
}

/** Only a command that does not exist is missing: one that fails throws, so that a broken toolchain is not skipped. */
function isInstalled(name: string, argument: string): boolean {
  try {
    execFileSync(name, [argument], { stdio: "pipe" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** Runs a command to its end and returns its output. Throws with the output when it fails. */
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

/** An empty folder, removed after the test. */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "daybook-generators-"));
  // Go makes the files of its module cache read-only, but not those of a work folder.
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The folder of the system for temporary files on disk: tests may have `TMPDIR` in memory. */
const onDisk = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();

/** A folder for downloads that later runs use again. */
export function downloadFolder(name: string): string {
  const { uid } = userInfo();
  const root = join(onDisk, `daybook-generators-${uid}`);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  // The programs in it are executed: another user must not have created it.
  if (uid >= 0 && statSync(root).uid !== uid) throw new Error(`${root} belongs to another user.`);
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
