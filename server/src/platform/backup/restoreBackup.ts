import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { BlobStore } from "../blobs/index.ts";
import { knownMigrations, migrateOn, waitForMigrations } from "../database/index.ts";
import { StartupError } from "../startupError.ts";
import { adaptToNewServer } from "./adaptToNewServer.ts";
import { type ArchiveEntry, readChecked } from "./archiveReader.ts";
import { appliedMigrations, FILLED_BY_MIGRATIONS, tablesToBackUp } from "./catalog.ts";
import { blobOf, type Manifest, type ManifestTable, tableOf } from "./format.ts";
import { openSession } from "./session.ts";

export interface RestoreOptions {
  readonly file: string;
  /** The manifest from `checkArchive`. */
  readonly manifest: Manifest;
  readonly connectionString: string;
  readonly blobs: BlobStore;
  readonly log: (line: string) => void;
  /** Called after all rows are written, directly before the commit, to write files that the rows need. */
  readonly beforeCommit?: () => void;
}

/**
 * Restores a checked backup into an empty database: runs the migrations of the backup, writes all rows in one transaction, then
 * runs the newer migrations. A server that starts during the restore waits for the migration lock.
 *
 * @throws {StartupError} if the backup is from a newer release, or if the database is not empty, has newer migrations than the
 * backup or is in use; nothing has been written then. If a later step fails, the transaction rolls back and the tables stay
 * empty, but photos may remain in the storage.
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { file, manifest, connectionString, log } = options;
  refuseNewer(manifest);
  const client = await openSession(connectionString, "daybook restore");
  try {
    await waitForMigrations(client);
    await restoreInto(client, options).catch((error: unknown) => {
      throw asStartupError(error, file);
    });
    await client.query("analyze");
    for (const name of await migrateOn(client)) log(`migrated: ${name}`);
  } finally {
    // Closing the connection also rolls back an open transaction and releases the migration lock.
    await client.end();
  }
}

async function restoreInto(client: pg.Client, options: RestoreOptions): Promise<void> {
  const { manifest } = options;
  await refuseUsed(client);
  await refuseFilled(client);
  const run = (await appliedMigrations(client)) ?? [];
  refuseMigratedFurther(run, manifest);
  await migrateOn(client, manifest.migrations.length - run.length);
  await client.query("begin");
  // The backup contains the audit log, so the triggers must not log these writes.
  await client.query(`set local daybook.actor = '{"kind": "restore"}'`);
  await lockAndEmpty(client, manifest.tables);
  const counts = await fillTables(client, options);
  refuseMiscounted(manifest, counts);
  await adaptToNewServer(client, manifest.tables);
  options.beforeCommit?.();
  const { command } = await client.query("commit");
  if (command !== "COMMIT")
    throw new Error(`PostgreSQL responded to COMMIT with ${command}: the transaction was rolled back.`);
}

function refuseNewer({ migrations, daybook_version: version }: Manifest): void {
  const known = knownMigrations();
  if (migrations.every((name, index) => known[index] === name)) return;
  throw new StartupError(
    `The backup was written by another release (${version}) with tables that are unknown to this release. Restore the backup with that release or a later one.`,
  );
}

async function refuseUsed(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database()
       and application_name = 'daybook'`,
  );
  if (rowCount) throw new StartupError("A Daybook server is using this database. Stop the server first.");
}

/** Throws if the database contains rows, or if it has no migrations but tables of another application. */
async function refuseFilled(client: pg.Client): Promise<void> {
  const run = await appliedMigrations(client);
  const tables = await tablesToBackUp(client);
  if (run === null && tables.length > 0)
    throw new StartupError(
      "This database has tables from another application. Restore into an empty database.",
    );
  for (const { name } of tables) {
    if (!FILLED_BY_MIGRATIONS.has(name) && (await hasRows(client, name)))
      throw new StartupError(
        `This database is not empty (the table ${name} has rows). Restore into an empty database.`,
      );
  }
}

async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  return (await client.query(`select from ${pg.escapeIdentifier(table)} limit 1`)).rowCount === 1;
}

function refuseMigratedFurther(run: readonly string[], { migrations }: Manifest): void {
  if (run.every((name, index) => migrations[index] === name)) return;
  const last = migrations.at(-1);
  throw new StartupError(
    `This database has no rows, but its tables are newer than the backup's (${last}). Restore into a database without tables: daybook restore creates them.`,
  );
}

/**
 * Locks all tables against writers, checks again that they are empty, and deletes the rows that migrations inserted. Throws if
 * the tables differ from those of the backup.
 */
async function lockAndEmpty(client: pg.Client, expected: readonly ManifestTable[]): Promise<void> {
  const tables = await tablesToBackUp(client);
  const names = tables.map(({ name }) => pg.escapeIdentifier(name));
  await client.query(`lock table ${names.join(", ")} in share row exclusive mode`);
  await refuseFilled(client);
  for (const table of FILLED_BY_MIGRATIONS) {
    if (tables.some(({ name }) => name === table))
      await client.query(`delete from ${pg.escapeIdentifier(table)}`);
  }
  const shapeOf = (list: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns]).sort());
  if (shapeOf(tables) !== shapeOf(expected))
    throw new StartupError("The tables of the backup differ from those that its migrations create.");
}

/** Writes rows and photos, and returns the number of rows per table. Photos are stored before their rows are committed. */
async function fillTables(
  client: pg.Client,
  { file, manifest, blobs }: RestoreOptions,
): Promise<Map<string, number>> {
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]));
  const counts = new Map<string, number>();
  let filling:
    | { table: string; take: (chunks: ArchiveEntry["chunks"]) => Promise<void>; end: () => Promise<number> }
    | undefined;
  const endTable = async () => {
    if (filling) counts.set(filling.table, await filling.end());
    filling = undefined;
  };
  await readChecked(file, manifest, async (entry) => {
    const table = tableOf(entry.name);
    if (table !== filling?.table) await endTable();
    const blob = blobOf(entry.name);
    if (table !== null) {
      filling ??= { table, ...beginCopy(client, table, columns.get(table) ?? []) };
      await filling.take(entry.chunks);
    } else if (blob !== null) {
      await blobs.put(blob, { length: entry.length, chunks: () => entry.chunks });
    } else {
      for await (const _ of entry.chunks);
    }
  });
  await endTable();
  return counts;
}

function beginCopy(client: pg.Client, table: string, columns: readonly string[]) {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(", ");
  const copy = client.query(copyFrom(`copy ${pg.escapeIdentifier(table)} (${list}) from stdin`));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  copy.once("finish", resolve).once("error", reject);
  promise.catch(() => {});
  return {
    take: (chunks: ArchiveEntry["chunks"]) => pipeline(chunks, copy, { end: false }),
    end: async () => {
      copy.end();
      await promise;
      return copy.rowCount;
    },
  };
}

function refuseMiscounted({ tables }: Manifest, counts: ReadonlyMap<string, number>): void {
  const wrong = tables.find(({ name, rows }) => (counts.get(name) ?? 0) !== rows);
  if (wrong)
    throw new StartupError(
      `The table ${wrong.name} should have ${wrong.rows} rows, but the backup contains ${counts.get(wrong.name) ?? 0}. Nothing was written.`,
    );
}

function asStartupError(error: unknown, file: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const where = error.table ? ` (${[error.table, error.constraint].filter(Boolean).join(", ")})` : "";
  return new StartupError(
    `The database rejected a row of ${file}${where}: ${error.message}. Nothing was written.`,
  );
}
