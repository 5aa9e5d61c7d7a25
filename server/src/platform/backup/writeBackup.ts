import { tzVersion } from "@daybook/engine";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { BlobName, BlobStore } from "../blobs/index.ts";
import { knownMigrations } from "../database/index.ts";
import { StartupError } from "../startupError.ts";
import { checkArchive } from "./archiveReader.ts";
import { type ArchiveWriter, beginArchive } from "./archiveWriter.ts";
import { appliedMigrations, type CatalogTable, tablesToBackUp } from "./catalog.ts";
import {
  blobEntry,
  FORMAT_VERSION,
  HEADER_ENTRY,
  MANIFEST_ENTRY,
  type Manifest,
  type ManifestTable,
  SECRET_ENTRY,
  tableEntry,
} from "./format.ts";
import { secretCheckOf } from "./secretCheck.ts";
import { openSession } from "./session.ts";

export interface BackupOptions {
  readonly file: string;
  readonly connectionString: string;
  /**
   * The blob store and the table that references its blobs. Each of these columns contains null or the id of a blob of the row's
   * `business_id`. A database of an older version may lack the table or a column.
   */
  readonly blobs: {
    readonly store: BlobStore;
    readonly table: string;
    readonly columns: readonly string[];
  };
  /** The installation's secret, if known. `included` states whether the file contains it. */
  readonly secret: { readonly value: string | null; readonly included: boolean };
  readonly daybookVersion: string;
  readonly now: number;
  /** Called after the snapshot is taken. The backup does not contain later writes. */
  readonly onSnapshot?: () => Promise<void>;
}

/** The counts of a finished backup. */
export interface BackupResult {
  readonly tables: number;
  readonly rows: number;
  readonly blobs: number;
  readonly missingBlobs: readonly string[];
}

/**
 * Writes one file with all data of an installation at one moment, while the installation stays in use. Reads all tables in one
 * repeatable-read transaction. The transaction is read-only and so has no transaction id. It delays neither writers nor the relay, which
 * waits only for transactions with an id. The finished file is read back and verified before it gets its final name.
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
  await archive.add(HEADER_ENTRY, json({ format: "daybook-backup", version: FORMAT_VERSION }));
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
  await archive.add(MANIFEST_ENTRY, json(manifest));
  await archive.publish((draft) => verify(draft, manifest));
  return {
    tables: tables.length,
    rows: tables.reduce((sum, table) => sum + table.rows, 0),
    blobs: stored.count,
    missingBlobs: stored.missing,
  };
}

/** Compares the file on disk with the data read from the database. */
async function verify(draft: string, manifest: Manifest): Promise<void> {
  try {
    const read = await checkArchive(draft);
    const differs = read.manifest.tables.find(({ rows }, index) => rows !== manifest.tables[index]?.rows);
    if (differs)
      throw new StartupError(
        `The backup is damaged: the number of rows of ${differs.name} in the file differs from the number in the database.`,
      );
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    throw new StartupError(
      `The backup was written, but its verification failed. ${error.message} The file was deleted. Check the disk and try again.`,
    );
  }
}

/**
 * Takes the snapshot and returns its tables. Locks the tables first, in a mode that conflicts only with migrations, because a table that
 * is rewritten after the snapshot looks empty in the snapshot. Migrations of an upgrade wait until the backup is done.
 */
async function takeSnapshot(client: pg.Client): Promise<CatalogTable[]> {
  for (;;) {
    const names = (await tablesToBackUp(client)).map(({ name }) => pg.escapeIdentifier(name));
    await client.query("begin isolation level repeatable read, read only");
    await client.query(`lock table ${names.join(", ")} in access share mode`);
    const tables = await tablesToBackUp(client);
    if (tables.every(({ name }, index) => names[index] === pg.escapeIdentifier(name))) return tables;
    await client.query("rollback");
  }
}

/**
 * Returns the names of the applied migrations. Accepts migrations of an older release, so that operators can make a backup before an
 * upgrade.
 */
async function readableMigrations(client: pg.Client): Promise<string[]> {
  const run = await appliedMigrations(client);
  if (run === null || run.length === 0)
    throw new StartupError("There is nothing to back up: this database has no tables of Daybook.");
  const known = new Set(knownMigrations());
  const unknown = run.filter((name) => !known.has(name));
  if (unknown.length === 0) return run;
  throw new StartupError(
    `This database has migrations of a newer release (${unknown.join(", ")}). Create the backup with that release.`,
  );
}

/** The size of a piece in bytes: large enough to make the tar header negligible, small enough to buffer in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;

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

async function namesOfBlobs(
  client: pg.Client,
  { table, columns }: Pick<BackupOptions["blobs"], "table" | "columns">,
): Promise<BlobName[]> {
  const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [
    table,
  ]);
  if (!rows[0]?.there) return [];
  const named = await client.query<{ business_id: string; id: string }>(
    `select named.business_id::text, blob.id
     from ${pg.escapeIdentifier(table)} as named
     cross join lateral (select to_jsonb(named) ->> name as id from unnest($1::text[]) as name) as blob
     where blob.id is not null
     order by 1, 2`,
    [columns],
  );
  return named.rows.map(({ business_id, id }) => ({ businessId: business_id, id }));
}

/** Adds the blobs. A blob that was deleted after the snapshot is listed as missing. */
async function addBlobs(
  archive: ArchiveWriter,
  store: BlobStore,
  names: readonly BlobName[],
): Promise<Manifest["blobs"]> {
  const missing: string[] = [];
  for (const name of names) {
    const blob = await store.get(name);
    if (blob === null) missing.push(blobEntry(name));
    else await archive.addStream(blobEntry(name), blob.length, blob.stream);
  }
  return { count: names.length - missing.length, missing };
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}
