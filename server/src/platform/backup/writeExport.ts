import { tzVersion } from "@daybook/engine";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { StartupError } from "../startupError.ts";
import { type ArchivedBlobs, addBlobs, namesOfBlobs } from "./archivedBlobs.ts";
import { type ArchiveWriter, beginArchive, jsonContent } from "./archiveWriter.ts";
import { type ExportContents, type ExportedTable, exportedTables, ofBusiness } from "./exportContents.ts";
import {
  EXPORT,
  FORMAT_VERSION,
  HEADER_ENTRY,
  jsonEntry,
  MANIFEST_ENTRY,
  type Manifest,
  PIECE_BYTES,
} from "./format.ts";
import { LINES_FORMAT, TEXT_SETTINGS } from "./session.ts";
import { readableMigrations, takeSnapshot } from "./snapshot.ts";
import { verifyArchive } from "./verifyArchive.ts";

export interface ExportOptions {
  readonly file: string;
  readonly connectionString: string;
  readonly businessId: string;
  readonly contents: ExportContents;
  readonly blobs: ArchivedBlobs;
  readonly daybookVersion: string;
  readonly now: number;
  /** Called after each table with the number of finished tables and the total number of tables. */
  readonly onProgress?: (done: number, all: number) => Promise<void>;
}

/**
 * Writes one file with the data of a business at one moment, and reads it back before it gets its final name. All tables are read
 * in one repeatable-read, read-only transaction, so the export delays no writer. Rows are JSON lines. The
 * export needs memory for one piece of a table, however large the business is.
 *
 * @throws {StartupError} if the business does not exist or the file cannot be written. No file remains then.
 */
export async function writeExport(options: ExportOptions): Promise<Manifest> {
  const client = new pg.Client({
    connectionString: options.connectionString,
    connectionTimeoutMillis: 10_000,
    application_name: "daybook export",
  });
  // A lost connection also rejects the running query.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const migrations = await readableMigrations(client);
    const tables = await takeSnapshot(client);
    // The settings are set in the transaction, because a pooler ignores the settings of the connection.
    await client.query(TEXT_SETTINGS.map((setting) => `set local ${setting}`).join("; "));
    const business = await findBusiness(client, options.businessId);
    const archive = await beginArchive(options.file, EXPORT);
    try {
      const exported = exportedTables(tables, options.businessId, options.contents);
      return await fill(archive, client, { migrations, business, exported }, options);
    } catch (error) {
      await archive.abandon();
      throw error;
    }
  } finally {
    await client.end();
  }
}

async function findBusiness(
  client: pg.Client,
  businessId: string,
): Promise<NonNullable<Manifest["business"]>> {
  const { rows } = await client.query<NonNullable<Manifest["business"]>>(
    "select id::text, slug, name from businesses where id = $1",
    [businessId],
  );
  if (rows[0] === undefined) throw new StartupError("This business does not exist.");
  return rows[0];
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  snapshot: Pick<Manifest, "migrations" | "business"> & { readonly exported: readonly ExportedTable[] },
  { businessId, contents, blobs, daybookVersion, now, onProgress }: ExportOptions,
): Promise<Manifest> {
  const { migrations, business, exported } = snapshot;
  await archive.add(HEADER_ENTRY, jsonContent({ format: EXPORT.format, version: FORMAT_VERSION }));
  const tables: Manifest["tables"][number][] = [];
  for (const { name, columns, sql } of exported) {
    const lines = `select row_to_json(row) from (${sql}) as row`;
    const rows = await addCopy(archive, client, `copy (${lines}) to stdout ${LINES_FORMAT}`, (piece) =>
      jsonEntry(name, piece),
    );
    tables.push({ name, columns, rows });
    await onProgress?.(tables.length, exported.length);
  }
  for (const [name, sql] of Object.entries(contents.csvFiles)) {
    const copy = `copy (${ofBusiness(sql, businessId)}) to stdout (format csv, header)`;
    await addCopy(archive, client, copy, (piece) => `csv/${name}${piece === 1 ? "" : `-${piece}`}.csv`);
  }
  const stored = await addBlobs(archive, blobs.store, await namesOfBlobs(client, blobs, businessId));
  const { rows } = await client.query<{ server_version: string }>("show server_version");
  await client.query("commit");
  const manifest: Manifest = {
    format_version: FORMAT_VERSION,
    daybook_version: daybookVersion,
    made_at: new Date(now).toISOString(),
    tz_version: tzVersion,
    postgres_version: rows[0]?.server_version ?? "",
    ...(business && { business }),
    migrations,
    tables,
    entries: [...archive.entries],
    blobs: stored,
    secret: { included: false, check: null },
  };
  await archive.add(MANIFEST_ENTRY, jsonContent(manifest));
  await archive.publish((draft) => verifyArchive(draft, manifest, EXPORT));
  return manifest;
}

const NEWLINE = 0x0a;

/** Adds the output of a COPY in pieces that end at the end of a line. Returns the number of rows. */
async function addCopy(
  archive: ArchiveWriter,
  client: pg.Client,
  sql: string,
  entryOf: (piece: number) => string,
): Promise<number> {
  const rows = client.query(copyTo(sql));
  // If the connection is lost after the last row, the stream emits an error too; the
  // statement below rejects with the same error.
  rows.on("error", () => undefined);
  let pending: Buffer[] = [];
  let bytes = 0;
  let piece = 0;
  const flush = async (end: number) => {
    const all = Buffer.concat(pending);
    const cut = Math.min(end, all.length);
    if (cut > 0) await archive.add(entryOf(++piece), all.subarray(0, cut));
    pending = [all.subarray(cut)];
    bytes = all.length - cut;
  };
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    pending.push(chunk);
    bytes += chunk.length;
    const lineEnd = chunk.lastIndexOf(NEWLINE);
    if (bytes >= PIECE_BYTES && lineEnd >= 0) await flush(bytes - chunk.length + lineEnd + 1);
  }
  await flush(bytes);
  // The row count arrives with CommandComplete, possibly after the end of the stream. The response to the next statement arrives only after
  // CommandComplete.
  await client.query("select");
  return rows.rowCount;
}
