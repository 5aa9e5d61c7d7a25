import { tzVersion } from "@daybook/engine";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type ArchivedBlobs, addBlobs, namesOfBlobs } from "./archivedBlobs.ts";
import { type ArchiveWriter, beginArchive, jsonContent } from "./archiveWriter.ts";
import type { CatalogTable } from "./catalog.ts";
import {
  BACKUP,
  FORMAT_VERSION,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  type ManifestTable,
  PIECE_BYTES,
  SECRET_ENTRY,
  tableEntry,
} from "./format.ts";
import { secretCheckOf } from "./secretCheck.ts";
import { openSession } from "./session.ts";
import { readableMigrations, takeSnapshot } from "./snapshot.ts";
import { verifyArchive } from "./verifyArchive.ts";

export interface BackupOptions {
  readonly file: string;
  readonly connectionString: string;
  readonly blobs: ArchivedBlobs;
  /** The installation's secret, if known; `included` states whether the file contains it. */
  readonly secret: { readonly value: string | null; readonly included: boolean };
  readonly daybookVersion: string;
  readonly now: number;
  /** Called after the snapshot is taken. The backup does not contain later writes. */
  readonly onSnapshot?: () => Promise<void>;
}

export interface BackupResult {
  readonly tables: number;
  readonly rows: number;
  readonly blobs: number;
  readonly missingBlobs: readonly string[];
}

/**
 * Writes one file with all data of an installation at one moment, while the installation stays in use. Reads all tables in one
 * repeatable-read transaction. The transaction is read-only and so has no transaction id. It delays neither writers nor lists
 * with `updated_since`, which wait only for transactions with an id. The finished file is read back
 * and verified before it gets its final name.
 *
 * @throws {StartupError} if the database has no migrations or migrations of a newer release, or if the file cannot be written or differs
 * from the data written. No file remains then.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupResult> {
  const client = await openSession(options.connectionString, "daybook backup");
  try {
    const migrations = await readableMigrations(client);
    const tables = await takeSnapshot(client);
    await options.onSnapshot?.();
    const archive = await beginArchive(options.file);
    try {
      return await fill(archive, client, { migrations, tables }, options);
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  { migrations, tables: present }: { migrations: readonly string[]; tables: readonly CatalogTable[] },
  { blobs, secret, daybookVersion, now }: BackupOptions,
): Promise<BackupResult> {
  await archive.add(HEADER_ENTRY, jsonContent({ format: BACKUP.format, version: FORMAT_VERSION }));
  const tables: ManifestTable[] = [];
  for (const table of present) tables.push(await addTable(archive, client, table));
  const stored = await addBlobs(archive, blobs.store, await namesOfBlobs(client, blobs));
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.query("commit");
  if (secret.value !== null && secret.included) await archive.add(SECRET_ENTRY, Buffer.from(secret.value));
  const manifest: Manifest = {
    format_version: FORMAT_VERSION,
    daybook_version: daybookVersion,
    made_at: new Date(now).toISOString(),
    tz_version: tzVersion,
    postgres_version: rows[0]?.server_version ?? "",
    migrations,
    tables,
    entries: [...archive.entries],
    blobs: stored,
    secret: {
      included: secret.value !== null && secret.included,
      check: secret.value === null ? null : secretCheckOf(secret.value),
    },
  };
  await archive.add(MANIFEST_ENTRY, jsonContent(manifest));
  await archive.publish((draft) => verifyArchive(draft, manifest, BACKUP));
  return {
    tables: tables.length,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    blobs: stored.count,
    missingBlobs: stored.missing,
  };
}

async function addTable(
  archive: ArchiveWriter,
  client: pg.Client,
  { name, columns }: CatalogTable,
): Promise<ManifestTable> {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const rows = client.query(copyTo(`copy ${pg.escapeIdentifier(name)} (${list}) to stdout`));
  // If the connection is lost after the last row, the stream emits an error too; the statement below rejects with the same error.
  rows.on("error", () => undefined);
  let pending: Buffer[] = [];
  let bytes = 0;
  let piece = 0;
  const flush = async () => {
    await archive.add(tableEntry(name, ++piece), Buffer.concat(pending));
    pending = [];
    bytes = 0;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes >= PIECE_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  // The stream ends at CopyDone. The row count arrives with CommandComplete, possibly in a later packet. The server responds to the next
  // statement only after CommandComplete.
  await client.query("select");
  return { name, columns, rows: rows.rowCount };
}
