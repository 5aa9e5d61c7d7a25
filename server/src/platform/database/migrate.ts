import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runner } from "node-pg-migrate";
import pg from "pg";

const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** Any number that is ours: processes that start together queue up behind it instead of failing. */
const MIGRATION_LOCK = 4_772_011;

/**
 * Brings a database to today's schema; forward only, each file once, in the order of their numbers. Safe to call
 * from several processes at once. Answers the names of the migrations it ran; throws when PostgreSQL is older
 * than 15 or a file that had run has disappeared.
 */
export async function migrate(
  connectionString: string,
  log: (line: string) => void = () => undefined,
): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  // A connection that is cut fails the query under way; without a listener it would end the process before that is told.
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

/** From here to the end of this connection nobody else migrates, so no server that is started gets further than its start. */
export async function waitForMigrations(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
}

/** Runs the migrations that are still to come, or the first `most` of them, on a connection that waited for its turn. Answers their names. */
export async function migrateOn(client: pg.Client, most = Number.POSITIVE_INFINITY): Promise<string[]> {
  if (most === 0) return [];
  const run = await runner({
    dbClient: client,
    dir: MIGRATIONS,
    direction: "up",
    count: most,
    migrationsTable: "migrations",
    checkOrder: true,
    noLock: true,
    log: () => undefined,
  });
  return run.map(({ name }) => name);
}

/** The migrations this version of Daybook knows, in their order: what a database that is up to date has run. */
export function knownMigrations(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .sort();
}
