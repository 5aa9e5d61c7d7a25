import { resolve } from "node:path";
import { type CheckedArchive, checkArchive } from "../platform/backup/index.ts";
import { StartupError } from "../platform/startupError.ts";
import type { VerifyBackupCommand } from "./commandLine.ts";

/**
 * `daybook backup --verify FILE`: reads a backup and checks every checksum and count. The command needs no database.
 *
 * @throws {StartupError} (exit code 1) for a file that cannot be restored.
 */
export async function verifyBackup(command: VerifyBackupCommand): Promise<void> {
  const file = resolve(command.file);
  const archive = await checkArchive(file).catch((error: unknown) => {
    throw error instanceof StartupError ? new StartupError(`${file} is not valid. ${error.message}`) : error;
  });
  const { manifest } = archive;
  console.log(
    `${file}: valid. Created at ${manifest.made_at} by Daybook ${manifest.daybook_version}: ${summaryOf(manifest)}.`,
  );
  warnAboutCounts(archive, console.error);
}

/** Reports the tables whose stated row counts are wrong. The rows are complete, so the file is accepted. */
export function warnAboutCounts({ manifest, miscounted }: CheckedArchive, say: (line: string) => void): void {
  if (miscounted.length === 0) return;
  const tables = manifest.tables
    .filter(({ name }) => miscounted.includes(name))
    .map(({ name, rows }) => `${name} (${rows.toLocaleString("en")})`);
  say(
    `The manifest states 0 rows for tables that have rows: ${tables.join(", ")}. An earlier release wrote the wrong count; every checksum matches, and no row is missing.`,
  );
}

/** Returns the row, table and image counts of a backup as a phrase for a sentence. */
export function summaryOf({ tables, blobs }: CheckedArchive["manifest"]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${counted(rows, "row")} of ${counted(tables.length, "table")}, ${counted(blobs.count, "image")}`;
}

/** Returns a number with its noun, in the singular or plural. */
export function counted(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
