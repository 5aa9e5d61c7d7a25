import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartupError } from "../startupError.ts";
import { startTimeOf } from "./processes.ts";

/** The process that holds a database folder: its id, its start time (because ids are reused) and its command. */
export interface Holder {
  readonly pid: number;
  readonly birth: string;
  readonly command: string;
}

/** Thrown when another running process holds the folder. Commands that only need a connection then use that process's database. */
export class AlreadyRunningError extends StartupError {
  override readonly name: string = "AlreadyRunningError";

  constructor(root: string, holder: Holder) {
    super(
      `Daybook is already running on this data folder: process ${holder.pid} (daybook ${holder.command}) has locked ${root}. ` +
        "Stop that process first, or set another DAYBOOK_DATA_DIR.",
    );
  }
}

/**
 * Locks the data folder for this process and returns a function that releases it. Replaces the lock of a process that ended by `kill -9`
 * or a power failure. Waits for a process that is shutting down: if the launcher was killed, the server may still be closing the
 * database.
 *
 * @throws {AlreadyRunningError} when a running process holds the lock.
 */
export async function acquireLock(root: string, command: string): Promise<() => void> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return takeLockNow(root, command);
    } catch (error) {
      if (!(error instanceof AlreadyRunningError) || performance.now() > until) throw error;
      await pause(50);
    }
  }
}

/** Returns the running process that holds the folder, if any. */
export function lockHolder(root: string): Holder | undefined {
  const holder = parseHolder(readText(join(root, lockName)));
  return holder && startTimeOf(holder.pid) === holder.birth ? holder : undefined;
}

const lockName = "daybook.lock";

/** The timeout is longer than an idle server needs to stop and short enough for a user who waits for the error message. */
const timeoutMs = 3_000;

function takeLockNow(root: string, command: string): () => void {
  const lock = join(root, lockName);
  const mine = `${JSON.stringify({ pid: process.pid, birth: startTimeOf(process.pid) ?? "unknown", command })}\n`;
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    // A link is created atomically, so no process reads an incomplete lock.
    while (!linked(draft, lock)) {
      const holder = lockHolder(root);
      if (holder) throw new AlreadyRunningError(root, holder);
      setAside(lock);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readText(lock) === mine) rmSync(lock, { force: true });
  };
}

function linked(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes the lock of a process that has ended. Two starting processes may find the same lock, so one of them may move the new,
 * valid lock of the other. The process that moved the lock then restores it.
 */
function setAside(lock: string): void {
  const aside = `${lock}.aside.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  const holder = parseHolder(readText(aside));
  if (holder && startTimeOf(holder.pid) === holder.birth) linked(aside, lock);
  rmSync(aside, { force: true });
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parseHolder(text: string | undefined): Holder | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Holder);
  } catch {
    return undefined;
  }
}
