import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../../kernel/clock.ts";
import { writeExport } from "../../../platform/backup/index.ts";
import type { BlobStore } from "../../../platform/blobs/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { photoBlobs } from "../../../tables/clients.ts";
import { exportContents } from "./contents.ts";
import { endExport, findNextExport, leaseExport, updateProgress } from "./store.ts";

/** The dependencies of the worker that writes export files. */
export interface ExportWriter {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  /** The database address for a separate connection that reads the snapshot. The pool is not used, because reading may take minutes. */
  readonly connectionString: string;
  /** The folder for files that are being written. */
  readonly folder: string;
  readonly daybookVersion: string;
}

/**
 * The duration of a worker's lease on an export, in milliseconds. The worker renews the lease after each table, so the duration must exceed
 * the export time of a table.
 */
const LEASE_MS = 900_000;
const OFFERED_MS = 86_400_000;

/**
 * Writes the file of the export that has waited longest, and stores the file for a day. Returns false if no export is waiting.
 * A failed export is not retried: the owner can request a new one. Rethrows the error, which the job logs.
 */
export async function writeNextExport(writer: ExportWriter): Promise<boolean> {
  const { database, clock } = writer;
  const [next] = await database.query(findNextExport, { now: clock.now() });
  if (next === undefined) return false;
  const one = { businessId: next.business_id, exportId: next.id };
  const lease = () => ({ until: clock.now() + LEASE_MS, now: clock.now() });
  if ((await database.query(leaseExport, { ...one, ...lease() })).length === 0) return true;
  try {
    const byte_length = await writeFile(writer, one, async (done_count, table_count) => {
      await database.query(updateProgress, { ...one, done_count, table_count, ...lease() });
    });
    const now = clock.now();
    const end = { ...one, status: "ready" as const, byte_length, expires_at: now + OFFERED_MS, now };
    await database.query(endExport, end);
  } catch (error) {
    const end = { ...one, status: "failed" as const, byte_length: null, expires_at: null, now: clock.now() };
    await database.query(endExport, end);
    throw error;
  }
  return true;
}

/** Writes a file, moves it into the blob store and returns its size in bytes. */
async function writeFile(
  { blobs, connectionString, folder, daybookVersion, clock }: ExportWriter,
  { businessId, exportId }: { readonly businessId: string; readonly exportId: string },
  onProgress: (done: number, all: number) => Promise<void>,
): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${exportId}-${process.pid}.daybook`);
  await rm(file, { force: true });
  try {
    const source = { connectionString, businessId, contents: exportContents };
    const stored = { store: blobs, ...photoBlobs };
    await writeExport({ ...source, file, blobs: stored, daybookVersion, now: clock.now(), onProgress });
    const { size } = await stat(file);
    await blobs.put({ businessId, id: exportId }, { length: size, chunks: () => createReadStream(file) });
    return size;
  } finally {
    await rm(file, { force: true });
  }
}
