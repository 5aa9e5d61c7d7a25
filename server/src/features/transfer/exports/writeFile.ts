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

/** How the worker writes the files of exports. */
export interface ExportWriter {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: BlobStore;
  /** The connection on which the snapshot is read, beside the pool: it may take minutes. */
  readonly connectionString: string;
  /** The folder of unfinished files. */
  readonly folder: string;
  readonly daybookVersion: string;
}

/** Renewed after each table, so it must be longer than one table takes. */
const LEASE_MS = 900_000;
const OFFERED_MS = 86_400_000;

/**
 * Writes the file of the export that has waited longest, and stores it for a day. Returns false if none waits. A failed export stays
 * failed: the owner can request another. The job logs the error.
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

/** Writes a file, moves it into the blob storage and returns its size in bytes. */
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
