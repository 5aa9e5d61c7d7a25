import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartupError } from "../startupError.ts";
import type { DataFolder } from "./dataFolder.ts";
import { endWithThisProcess } from "./endWithThisProcess.ts";
import { readPostmasterFile, servesFolder } from "./postmasterFile.ts";
import { isAlive, signal, waitUntil } from "./processes.ts";
import type { Programs } from "./programs.ts";
import { removeSocketFolder } from "./socketFolder.ts";

/** A running PostgreSQL server process that Daybook started. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<void>;
  /** Requests a fast shutdown, which rolls back open transactions and writes all commits to disk. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the database folder and waits until PostgreSQL accepts connections. There is no time limit, because
 * PostgreSQL may have to recover from a crash first.
 *
 * @throws {StartupError} with the last error of PostgreSQL's log if the server ends before that.
 */
export async function startPostmaster(
  programs: Programs,
  dataFolder: DataFolder,
  socketDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const logFile = join(dataFolder.root, "postgres.log");
  rotateLog(logFile);
  // PostgreSQL logs to a file, because it may outlive this process and a pipe would then be closed.
  const output = openSync(logFile, "a");
  const args = Object.entries({ ...settings, unix_socket_directories: quoted(socketDir) }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  // The child process is detached, so that Ctrl-C does not reach it. This process stops the database after the last response.
  const child = spawn(programs.postgres, ["-D", dataFolder.databaseFolder, ...args], {
    ...dataFolder.account.switchTo,
    cwd: dataFolder.root,
    env: { LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  const ended = endOf(child);
  const pid = child.pid;
  if (pid !== undefined) void ended.then(endWithThisProcess(pid, dataFolder.account));
  const outcome = await Promise.race([
    ended.then(() => "ended" as const),
    untilReady(child, dataFolder.databaseFolder),
  ]);
  if (outcome === "ended" || pid === undefined) {
    throw new StartupError(
      `The embedded PostgreSQL did not start: ${lastError(logFile)} (full log: ${logFile})`,
    );
  }
  return {
    pid,
    ended,
    stop: () => stopProcess(pid, () => child.exitCode !== null || child.signalCode !== null),
  };
}

/**
 * Stops a PostgreSQL server that a killed Daybook process left on this folder, and deletes a `postmaster.pid` whose id belongs to another
 * program. The server is not reused, because it may have settings of an older release and is not a child of this process. A fast shutdown
 * takes a tenth of a second. Only the holder of the lock may call this.
 */
export async function stopLeftover(databaseFolder: string): Promise<void> {
  const left = readPostmasterFile(databaseFolder);
  if (!left) return;
  if (isAlive(left.pid)) {
    if (servesFolder(left.pid, databaseFolder)) await stopProcess(left.pid, () => !isAlive(left.pid));
    else rmSync(join(databaseFolder, "postmaster.pid"), { force: true });
  }
  removeSocketFolder(left.socketDir);
}

/** Stops a process in steps: fast shutdown, immediate shutdown, kill. */
async function stopProcess(pid: number, hasEnded: () => boolean): Promise<void> {
  for (const { name, waitMs } of [
    { name: "SIGINT", waitMs: 10_000 },
    { name: "SIGQUIT", waitMs: 5_000 },
    { name: "SIGKILL", waitMs: 5_000 },
  ] as const) {
    if (hasEnded() || !signal(pid, name)) return;
    if (await waitUntil(hasEnded, waitMs)) return;
  }
}

function endOf(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("exit", () => resolve());
  // If the program cannot be started, Node emits `error` instead.
  child.once("error", () => resolve());
  return promise;
}

async function untilReady(child: ChildProcess, databaseFolder: string): Promise<"ready"> {
  for (;;) {
    const file = readPostmasterFile(databaseFolder);
    if (file?.ready && file.pid === child.pid) return "ready";
    if (child.exitCode !== null || child.signalCode !== null) return new Promise(() => {});
    await pause(10);
  }
}

/** Quotes the folder, because the setting is a list and the name may contain a comma. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

const logLimitBytes = 5_000_000;

function rotateLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(logFile, `${logFile}.old`);
}

function lastError(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  return lines.filter((line) => /FATAL|PANIC|ERROR|error/.test(line)).at(-1) ?? lines.at(-1) ?? "no output";
}
