import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { StartupError } from "../startupError.ts";
import { canEnter } from "./account.ts";
import type { DataFolder } from "./dataFolder.ts";

/**
 * Creates a private folder (0700, owned by the database's account) for the socket: in the data folder, or in a
 * temporary folder when that path is too long for a socket.
 *
 * @throws {StartupError} when neither is usable.
 */
export function makeSocketFolder({ root, account }: DataFolder): string {
  const beside = join(root, "socket");
  if (fits(beside)) {
    mkdirSync(beside, { recursive: true });
    return keepPrivate(beside, account.switchTo);
  }
  for (const parent of new Set([tmpdir(), "/tmp"])) {
    if (!fits(join(parent, `${temporaryPrefix}XXXXXX`)) || !canEnter(account, parent)) continue;
    return keepPrivate(mkdtempSync(join(parent, temporaryPrefix)), account.switchTo);
  }
  throw new StartupError(
    `There is no folder for the database's socket: ${beside} is too long for a socket path, and the database's account cannot use ${tmpdir()} or /tmp. Set DAYBOOK_DATA_DIR to a shorter path, or set DATABASE_URL.`,
  );
}

/** Removes a socket folder in the temporary folder. A socket folder in the data folder remains. */
export function removeSocketFolder(folder: string): void {
  if (basename(folder).startsWith(temporaryPrefix)) rmSync(folder, { recursive: true, force: true });
}

const temporaryPrefix = "daybook-socket-";

/**
 * Returns whether the path of a socket in this folder is short enough. macOS allows 103 bytes and Linux 107; on both, the limit
 * here is 100 bytes.
 */
function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, ".s.PGSQL.5432.lock")) <= 100;
}

function keepPrivate(folder: string, owner: { uid: number; gid: number } | undefined): string {
  chmodSync(folder, 0o700);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  return folder;
}
