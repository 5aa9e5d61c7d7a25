import { readFileSync } from "node:fs";
import pg from "pg";
import { splitStatements, waitForMigrations } from "../platform/database/index.ts";
import { StartupError } from "../platform/startupError.ts";

/** The script that distributes a migrated database. An administrator can also run it with psql. */
const SCRIPT = new URL("../../../docs/citus.sql", import.meta.url);

/**
 * Checks that the tables of this database can be distributed.
 *
 * @throws {StartupError} if the database does not have the Citus extension, or if the user is not a superuser.
 */
export async function checkCluster(connectionString: string): Promise<void> {
  const { has_citus, is_superuser } = await connected(connectionString, async (client) => {
    const { rows } = await client.query<{ has_citus: boolean; is_superuser: boolean }>(
      `select
         exists (select from pg_extension where extname = 'citus') as has_citus,
         (select rolsuper from pg_roles where rolname = current_user) as is_superuser`,
    );
    return rows[0] ?? { has_citus: false, is_superuser: false };
  });
  if (!has_citus)
    throw new StartupError(
      'daybook migrate --citus needs the extension citus in the database: run "create extension citus" there and on each worker. See docs/scale.md.',
    );
  if (!is_superuser)
    throw new StartupError("daybook migrate --citus needs a superuser in DATABASE_URL. See docs/scale.md.");
}

/**
 * Distributes the tables of a migrated database that are not distributed yet, and returns their number. Holds the migration
 * lock, so that a second process waits.
 */
export async function distributeTables(connectionString: string): Promise<number> {
  return connected(connectionString, async (client) => {
    await waitForMigrations(client);
    const before = await countDistributed(client);
    for (const statement of splitStatements(readFileSync(SCRIPT, "utf8"))) await client.query(statement);
    return (await countDistributed(client)) - before;
  });
}

async function countDistributed(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::integer as count from pg_dist_partition where partmethod = 'h'",
  );
  return rows[0]?.count ?? 0;
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  // A lost connection rejects the running query; without a listener the `error` event would terminate the process first.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
