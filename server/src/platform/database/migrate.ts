import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type MigrationBuilder, runner } from "node-pg-migrate";
import pg from "pg";
import { StartupError } from "../startupError.ts";
import { splitStatements } from "./splitStatements.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** The key of the advisory lock, chosen at random. Processes that start at the same time migrate one after another. */
const MIGRATION_LOCK = 4_772_011;

/**
 * Runs the pending migrations in the order of their numbers, each once, and returns their names. Several processes may call
 * this function at the same time, even through a pooler.
 *
 * @throws {StartupError} when PostgreSQL is older than 15, or when a newer release has migrated the database and `allowNewer`
 * is not set.
 */
export async function migrate(
  connectionString: string,
  log: (line: string) => void = () => undefined,
  { allowNewer = false }: { readonly allowNewer?: boolean } = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  // A lost connection rejects the running query; without a listener the `error` event would terminate the process first.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const version = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const found = version.rows[0]?.version ?? 0;
    if (found < 150_000)
      throw new StartupError(
        `Daybook needs PostgreSQL 15 or newer; this server is version ${Math.floor(found / 10_000)}.`,
      );
    return await whileLocked(connectionString, () => migrateLocked(client, log, allowNewer));
  } finally {
    await client.end();
  }
}

async function migrateLocked(
  client: pg.Client,
  log: (line: string) => void,
  allowNewer: boolean,
): Promise<string[]> {
  const unknown = await newerMigrations(client);
  if (unknown.length > 0 && !allowNewer)
    throw new StartupError(
      `This release has migrations up to ${knownMigrations().at(-1)}; the database has ${unknown.join(", ")}. Start the newer release, or set DAYBOOK_ALLOW_NEWER_SCHEMA=1 to start this release anyway.`,
    );
  // If files of applied migrations are missing, the order cannot be checked.
  const run = await migrateOn(client, Number.POSITIVE_INFINITY, { checkOrder: unknown.length === 0 });
  for (const name of run) log(`migrated: ${name}`);
  return run;
}

/** Returns the applied migrations that belong to a newer release. */
async function newerMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  );
  if (rows[0]?.there !== true) return [];
  const applied = await client.query<{ name: string }>("select name from migrations order by name");
  const known = new Set(knownMigrations());
  return applied.rows.map(({ name }) => name).filter((name) => !known.has(name));
}

/**
 * Runs `work` while a dedicated connection holds the migration lock in a transaction. A session lock is unsuitable, because a pooler
 * could give the session to another client.
 */
async function whileLocked<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString });
  holder.on("error", () => undefined);
  await holder.connect();
  try {
    await holder.query(
      "begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0",
    );
    await holder.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    return await work();
  } finally {
    // A pooler discards a session that ends in an open transaction.
    await holder.query("commit").catch(() => undefined);
    await holder.end();
  }
}

/** Takes the migration lock until this connection ends. A server that starts meanwhile waits for the lock. */
export async function waitForMigrations(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
}

/** Runs the pending migrations, at most `max`, on a connection that holds the migration lock. Returns their names. */
export async function migrateOn(
  client: pg.Client,
  max = Number.POSITIVE_INFINITY,
  { checkOrder = true }: { readonly checkOrder?: boolean } = {},
): Promise<string[]> {
  if (max === 0) return [];
  const run = await runner({
    dbClient: client,
    dir: MIGRATIONS,
    direction: "up",
    count: max,
    migrationsTable: "migrations",
    migrationLoaderStrategies: [{ extensions: [".sql"], loader: loadStatements }],
    checkOrder,
    noLock: true,
    log: () => undefined,
  });
  return run.map(({ name }) => name);
}

/** Loads migrations so that the statements of a file are sent one after another, in one transaction. */
const loadStatements = async (files: string[]) =>
  files.map((file) => ({
    id: file,
    filePaths: [file],
    actions: {
      up: (builder: MigrationBuilder) => {
        for (const statement of splitStatements(readFileSync(file, "utf8"))) builder.sql(statement);
      },
      down: false as const,
    },
  }));

/** Returns the names of all migrations of this release, in order. */
export function knownMigrations(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .sort();
}
