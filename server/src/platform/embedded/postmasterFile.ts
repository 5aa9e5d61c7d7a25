import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { commandLineOf } from "./processes.ts";

/** What PostgreSQL writes about itself into `postmaster.pid` of its folder. */
export interface PostmasterFile {
  readonly pid: number;
  readonly socketDir: string;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; undefined when there is none or it is still being written. */
export function readPostmasterFile(databaseFolder: string): PostmasterFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(databaseFolder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  // A negative number marks a single-user server; its process is the absolute value.
  return {
    pid: Math.abs(pid),
    socketDir: (lines[4] ?? "").trim(),
    ready: (lines[7] ?? "").trim() === "ready",
  };
}

/**
 * Whether that process is a PostgreSQL serving this very folder, and not a stranger
 * who was given the number after a crash or a restart of the machine.
 */
export function servesFolder(pid: number, databaseFolder: string): boolean {
  return commandLineOf(pid)?.includes(databaseFolder) ?? false;
}

/**
 * Removes a `postmaster.pid` without content, which a server that dies on a full disk may leave: PostgreSQL refuses to start
 * beside it. Only when no server runs on the folder.
 */
export function removeEmptyPostmasterFile(databaseFolder: string): void {
  const file = join(databaseFolder, "postmaster.pid");
  if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file, { force: true });
}
