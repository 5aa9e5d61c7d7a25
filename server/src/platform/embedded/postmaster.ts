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
  /** Settles when the process has ended, whatever the cause. */
  readonly ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the place's folder and waits until it answers, however long its crash
 * recovery takes.
 *
 * @throws {StartupError} with the last words of its log when it ends instead.
 */
export async function startPostmaster(
  programs: Programs,
  place: DataFolder,
  socketDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const logFile = join(place.root, "postgres.log");
  keepLogSmall(logFile);
  // A file and not a pipe: the server may outlive us, and must not stumble over its own log then.
  const output = openSync(logFile, "a");
  const args = Object.entries({ ...settings, unix_socket_directories: quoted(socketDir) }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  // Detached, so that Ctrl-C reaches the database only through us, after the last request was answered.
  const child = spawn(programs.postgres, ["-D", place.databaseFolder, ...args], {
    ...place.account.switchTo,
    cwd: place.root,
    env: { LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  const ended = endOf(child);
  const pid = child.pid;
  if (pid !== undefined) void ended.then(endWithThisProcess(pid, place.account));
  const outcome = await Promise.race([
    ended.then(() => "ended" as const),
    untilReady(child, place.databaseFolder),
  ]);
  if (outcome === "ended" || pid === undefined) {
    throw new StartupError(
      `The embedded PostgreSQL does not start: ${lastWords(logFile)} (all of it in ${logFile})`,
    );
  }
  return {
    pid,
    ended,
    stop: () => stopProcess(pid, () => child.exitCode !== null || child.signalCode !== null),
  };
}

/**
 * Ends a PostgreSQL that a killed Daybook left behind on this folder, and clears a `postmaster.pid`
 * that names a stranger. Ended rather than adopted: it may run with an older release's settings and
 * an ended one can be watched as our child again; a fast shutdown costs a tenth of a second.
 * Only for the holder of the lock.
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

/** Asks ever less politely: fast shutdown, immediate shutdown, kill. */
async function stopProcess(pid: number, gone: () => boolean): Promise<void> {
  for (const { name, waitMs } of [
    { name: "SIGINT", waitMs: 10_000 },
    { name: "SIGQUIT", waitMs: 5_000 },
    { name: "SIGKILL", waitMs: 5_000 },
  ] as const) {
    if (gone() || !signal(pid, name)) return;
    if (await waitUntil(gone, waitMs)) return;
  }
}

function endOf(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("exit", () => resolve());
  // A program that cannot be started at all emits this instead.
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

/** The setting is a list, and a folder's name may hold a comma. */
function quoted(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

const logLimitBytes = 5_000_000;

function keepLogSmall(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(logFile, `${logFile}.old`);
}

function lastWords(logFile: string): string {
  const lines = readFileSync(logFile, "utf8").trim().split("\n");
  return (
    lines.filter((line) => /FATAL|PANIC|ERROR|error/.test(line)).at(-1) ?? lines.at(-1) ?? "it said nothing"
  );
}
