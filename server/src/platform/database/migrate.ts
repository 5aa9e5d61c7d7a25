import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runner } from "node-pg-migrate";
import pg from "pg";

const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** The key of the advisory lock, chosen at random: processes that start together wait for each other instead of failing. */
const MIGRATION_LOCK = 4_772_011;

/**
 * Runs the pending migrations; forward only, each file once, in the order of their numbers. Safe to call from several
 * processes at once. Returns the names of the migrations it ran; throws when PostgreSQL is older than 15 or the file of an
 * applied migration is missing.
 */
export async function migrate(
  connectionString: string,
  log: (line: string) => void = () => undefined,
): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  // A lost connection rejects the running query; without a listener the event would end the process first.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const version = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const found = version.rows[0]?.version ?? 0;
    if (found < 150_000)
      throw new Error(`Daybook needs PostgreSQL 15 or newer; this server is ${Math.floor(found / 10_000)}.`);
    await waitForMigrations(client);
    const run = await migrateOn(client);
    for (const name of run) log(`migrated: ${name}`);
    return run;
  } finally {
    await client.end();
  }
}

/** Takes the migration lock until this connection ends. A server that starts meanwhile waits for it. */
export async function waitForMigrations(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
}

/** Runs the pending migrations, at most `max`, on a connection that holds the migration lock. Returns their names. */
export async function migrateOn(client: pg.Client, max = Number.POSITIVE_INFINITY): Promise<string[]> {
  if (max === 0) return [];
  const run = await runner({
    dbClient: client,
    dir: MIGRATIONS,
    direction: "up",
    count: max,
    migrationsTable: "migrations",
    checkOrder: true,
    noLock: true,
    log: () => undefined,
  });
  return run.map(({ name }) => name);
}

/** All migrations of this release, in their order. */
export function knownMigrations(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .sort();
}
