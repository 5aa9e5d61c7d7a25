import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { closeAtEnd } from "../fixtures/closeAtEnd.ts";
import { temporaryFolder } from "../fixtures/temporaryFolder.ts";

/** A `daybook` command that the real launcher has started. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  /**
   * Resolves to the exit code when the process has exited and all its output streams are closed, including those of child
   * processes.
   */
  readonly ended: Promise<number | null>;
  /** Sends SIGTERM, unless the process has exited. Returns `ended`. */
  stop(): Promise<number | null>;
}

/** A server that has printed that it is ready. */
export interface RunningServer extends RunningCommand {
  readonly address: string;
}

const bin = join(import.meta.dirname, "..", "..", "..", "bin");

/** Creates a data folder that the database's user can access. It is removed at the end of the test file. */
export function newDataFolder(): string {
  const dataDir = temporaryFolder("process");
  chmodSync(dataDir, 0o777);
  return dataDir;
}

/** Starts a `daybook` command. Its environment contains only the given settings, `PATH` and `HOME`. */
export function daybook(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  return runProgram("daybook.mjs", words, environment);
}

/**
 * Starts a program in bin/. Its environment contains only the given settings, `PATH` and `HOME`. If the program still runs at the end of
 * the test file, it receives SIGTERM.
 */
export function runProgram(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): RunningCommand {
  const child = spawn(process.execPath, [join(bin, program), ...words], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const errors: string[] = [];
  child.stdout.on("data", (chunk) => output.push(String(chunk)));
  child.stderr.on("data", (chunk) => errors.push(String(chunk)));
  const ended = once(child, "close").then(([code]) => code as number | null);
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  closeAtEnd(stop);
  return { child, output: () => output.join(""), errors: () => errors.join(""), ended, stop };
}

/** Starts a server on a free port and waits until it prints its URL. The first `start` in a data folder loads the demo. */
export async function startServer(
  dataDir: string,
  { command = "start", ...environment }: Record<string, string> = {},
): Promise<RunningServer> {
  const running = daybook([command], { PORT: "0", DAYBOOK_DATA_DIR: dataDir, ...environment });
  const address = () => /ready at (http:\/\/\S+)/.exec(running.output())?.[1];
  await vi.waitUntil(() => address() !== undefined || running.child.exitCode !== null, { timeout: 220_000 });
  const found = address();
  if (found === undefined) throw new Error(`It did not start: ${running.errors()}`);
  return { ...running, address: found };
}

/** Lists all descendants of a process with `ps`. The launcher starts the server, and the server starts the database. */
export function descendantsOf(pid: number): { pid: number; command: string }[] {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  const all = stdout.split("\n").flatMap((line) => {
    const [, child, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return child && parent ? [{ pid: Number(child), parent: Number(parent), command: command ?? "" }] : [];
  });
  const below = (parent: number): typeof all =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

/** Returns the process id of the server that the launcher has started. */
export function serverBelow(launcherPid: number): number {
  const found = descendantsOf(launcherPid).find(({ command }) => command.includes("server/src/main.ts"));
  if (!found) throw new Error("There is no server below the launcher.");
  return found.pid;
}

export function isAlive(pid: number): boolean {
  return (
    spawnSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" })
      .stdout.trim()
      .match(/^[^Z]/) !== null
  );
}
