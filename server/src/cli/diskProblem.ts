import type { Config } from "../platform/config.ts";

/**
 * Describes an error caused by a full or read-only disk in one sentence, wherever it occurred: in the data folder, in the
 * embedded database, or on the server of `DATABASE_URL`. Returns undefined for every other error.
 */
export function diskProblem(
  error: unknown,
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const text = `${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}`;
  const isFull = /ENOSPC|EDQUOT|53100|No space left on device|Disk quota exceeded/i.test(text);
  const isReadOnly = /EROFS|Read-only file system/i.test(text);
  if (!isFull && !isReadOnly) return undefined;
  // PostgreSQL's errors have a severity. Errors of the embedded database concern the data folder.
  if (databaseUrl !== undefined && "severity" in error)
    return `The disk of the database server is ${isFull ? "full" : "read-only"}: ${error.message}.`;
  return isFull
    ? `The disk of the data folder ${dataDir} is full. Free some space (a new installation needs 1 GB), or set DAYBOOK_DATA_DIR to a folder on another disk.`
    : `The data folder ${dataDir} is on a read-only file system. Mount it writable, or set DAYBOOK_DATA_DIR to another folder.`;
}
