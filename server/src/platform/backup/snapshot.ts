import pg from "pg";
import { knownMigrations } from "../database/index.ts";
import { StartupError } from "../startupError.ts";
import { appliedMigrations, type CatalogTable, tablesToBackUp } from "./catalog.ts";

/**
 * Takes the snapshot and returns its tables. Locks the tables first, in a mode that conflicts only with migrations, because a table that
 * is rewritten after the snapshot looks empty in the snapshot. Migrations of an upgrade wait until the backup is done.
 */
export async function takeSnapshot(client: pg.Client): Promise<CatalogTable[]> {
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
export async function readableMigrations(client: pg.Client): Promise<string[]> {
  const run = await appliedMigrations(client);
  if (run === null || run.length === 0)
    throw new StartupError("There is nothing to back up: this database has no Daybook tables.");
  const known = new Set(knownMigrations());
  const unknown = run.filter((name) => !known.has(name));
  if (unknown.length === 0) return run;
  throw new StartupError(
    `This database has migrations of a newer release (${unknown.join(", ")}). Create the backup with that release.`,
  );
}
