import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { BlobName, BlobStore } from "../blobs/index.ts";
import { describeOrphans, findOrphans } from "../database/index.ts";
import { StartupError } from "../startupError.ts";
import { type ArchiveEntry, readChecked } from "./archiveReader.ts";
import { appliedMigrations } from "./catalog.ts";
import { blobOf, EXPORT, type Manifest, tableOf } from "./format.ts";
import { LINES_FORMAT, openSession } from "./session.ts";

export interface ImportOptions {
  readonly file: string;
  /** The manifest that `checkArchive` returned. */
  readonly manifest: Manifest;
  readonly connectionString: string;
  readonly blobs: BlobStore;
  /** Called after all rows are written, in the transaction, just before the commit. */
  readonly beforeCommit?: (client: pg.Client) => Promise<void>;
}

/**
 * Writes a checked export of a business, with its ids, into an installation that has the same migrations; other businesses of the
 * installation do not change, and the installation can stay in use. All rows are written in one transaction.
 *
 * @throws {StartupError} if the releases differ, or an id or the slug exists already. Nothing is written then.
 */
export async function importExport(options: ImportOptions): Promise<void> {
  const { manifest, connectionString, blobs } = options;
  const client = await openSession(connectionString, "daybook import");
  const stored: BlobName[] = [];
  try {
    await refuseOtherRelease(client, manifest);
    await client.query("begin");
    await refuseTaken(client, manifest);
    // The export contains the audit log, so the triggers must not log these writes again.
    await client.query(`set local daybook.actor = '{"kind": "restore"}'`);
    await client.query("create temporary table import_lines (line json) on commit drop");
    const counts = await writeAll(client, options, stored);
    refuseMiscounted(manifest, counts);
    await refuseOrphans(client, manifest);
    await options.beforeCommit?.(client);
    const { command } = await client.query("commit");
    if (command !== "COMMIT")
      throw new Error(`PostgreSQL responded to COMMIT with ${command}: the transaction was rolled back.`);
  } catch (error) {
    // The business did not exist before the import, so no record of the installation references the stored files.
    for (const name of stored) await blobs.delete(name);
    throw asStartupError(error);
  } finally {
    // Closing the connection also rolls back an open transaction.
    await client.end();
  }
}

async function refuseOtherRelease(client: pg.Client, manifest: Manifest): Promise<void> {
  const run = (await appliedMigrations(client)) ?? [];
  const isKnown = (names: readonly string[], by: readonly string[]) =>
    names.every((name, index) => by[index] === name);
  if (!isKnown(manifest.migrations, run))
    throw new StartupError(
      `The export was written by a newer release (${manifest.daybook_version}): update this installation first. Nothing was written.`,
    );
  if (!isKnown(run, manifest.migrations))
    throw new StartupError(
      `The export was written by an older release (${manifest.daybook_version}): update that installation and export again. Nothing was written.`,
    );
}

async function refuseTaken(client: pg.Client, { business }: Manifest): Promise<void> {
  if (business === undefined) throw new StartupError("The export contains no business. Nothing was written.");
  const { rows } = await client.query<{ id: string }>(
    `select id::text from businesses where id = $1
     union all
     select business_id::text from business_slugs where slug = $2`,
    [business.id, business.slug],
  );
  const [taken] = rows;
  if (taken?.id === business.id)
    throw new StartupError(
      `The business ${business.id} already exists in this installation. Nothing was written.`,
    );
  if (taken !== undefined)
    throw new StartupError(
      `Another business of this installation uses the slug "${business.slug}". Nothing was written.`,
    );
}

/** Writes rows and photos, and returns the number of rows per table. Photos are stored before their rows are committed. */
async function writeAll(
  client: pg.Client,
  { file, manifest, blobs }: ImportOptions,
  stored: BlobName[],
): Promise<Map<string, number>> {
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]));
  const counts = new Map<string, number>();
  let filling: string | null = null;
  const endTable = async () => {
    if (filling !== null) counts.set(filling, await insertLines(client, filling, columns.get(filling) ?? []));
    filling = null;
  };
  await readChecked(
    file,
    manifest,
    async (entry) => {
      const table = tableOf(entry.name);
      const blob = blobOf(entry.name);
      if (table !== filling) await endTable();
      filling = table;
      if (table !== null) return copyLines(client, entry.chunks);
      if (blob === null) {
        for await (const _ of entry.chunks);
        return;
      }
      if (blob.businessId !== manifest.business?.id)
        throw new StartupError("The export contains a photo of another business. Nothing was written.");
      stored.push(blob);
      await blobs.put(blob, { length: entry.length, chunks: () => entry.chunks });
    },
    EXPORT,
  );
  await endTable();
  return counts;
}

async function copyLines(client: pg.Client, chunks: ArchiveEntry["chunks"]): Promise<void> {
  await pipeline(chunks, client.query(copyFrom(`copy import_lines from stdin ${LINES_FORMAT}`)));
}

/** Moves rows from the temporary table into their table, in one statement, because rows may refer to later rows of the same table. */
async function insertLines(client: pg.Client, table: string, columns: readonly string[]): Promise<number> {
  const name = pg.escapeIdentifier(table);
  const list = columns.map((column) => pg.escapeIdentifier(column));
  const { rowCount } = await client.query(
    `insert into ${name} (${list.join(", ")})
     select ${list.map((column) => `row.${column}`).join(", ")}
     from import_lines cross join lateral json_populate_record(null::${name}, line) as row`,
  );
  await client.query("truncate import_lines");
  return rowCount ?? 0;
}

function refuseMiscounted({ tables }: Manifest, counts: ReadonlyMap<string, number>): void {
  const wrong = tables.find(({ name, rows }) => (counts.get(name) ?? 0) !== rows);
  if (wrong)
    throw new StartupError(
      `The table ${wrong.name} should have ${wrong.rows} rows, but the export contains ${counts.get(wrong.name) ?? 0}. Nothing was written.`,
    );
}

/** Checks the references without a foreign key, because the export may have been written by other software. */
async function refuseOrphans(client: pg.Client, { business }: Manifest): Promise<void> {
  const orphans = await findOrphans(client, business?.id ?? null);
  if (orphans.length > 0)
    throw new StartupError(
      `Rows that the export references are missing: ${describeOrphans(orphans)}. Nothing was written.`,
    );
}

const UNIQUE_VIOLATION = "23505";

function asStartupError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const where = [error.table, error.constraint].filter(Boolean).join(", ");
  if (error.code === UNIQUE_VIOLATION)
    return new StartupError(
      `A record of the export already exists in this installation (${where}). Nothing was written.`,
    );
  return new StartupError(`The database rejected a row (${where}): ${error.message}. Nothing was written.`);
}
