import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { commandLineOf } from "./processes.ts";

/** The contents of `postmaster.pid`, which PostgreSQL writes to its folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly socketDir: string;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; returns undefined when it is missing or incomplete. */
export function readPostmasterFile(databaseFolder: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(databaseFolder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  // A negative number denotes a single-user server; its process id is the absolute value.
  return {
    pid: Math.abs(pid),
    socketDir: (lines[4] ?? "").trim(),
    ready: (lines[7] ?? "").trim() === "ready",
  };
}

/**
 * Returns whether the process is a PostgreSQL server on this folder. After a crash or restart of the machine, another program may have
 * the id.
 */
export function servesFolder(pid: number, databaseFolder: string): boolean {
  return commandLineOf(pid)?.includes(databaseFolder) ?? false;
}

/**
 * Deletes an empty `postmaster.pid`, because PostgreSQL refuses to start with an empty one. A server on a full disk may leave
 * such a file. Call this only when no server runs on the folder.
 */
export function removeEmptyPostmasterFile(databaseFolder: string): void {
  const file = join(databaseFolder, "postmaster.pid");
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true });
}
