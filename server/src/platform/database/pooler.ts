import pg from "pg";

/** Properties of connections that may go through a pooler such as PgBouncer. */
export interface PoolerUse {
  /**
   * Whether a pooler forwards statements between this process and PostgreSQL. The pooler may use another session for each transaction, so
   * each transaction sets its own settings.
   */
  readonly isPooled: boolean;
  /**
   * Whether prepared statements can be used by name in every session: always without a pooler, and with PgBouncer since version
   * 1.21.
   */
  readonly preparesNames: boolean;
}

export const DIRECT: PoolerUse = { isPooled: false, preparesNames: true };

/** PgBouncer's error message in statement mode. */
const NO_TRANSACTIONS = /transaction blocks not allowed/i;
const STATEMENT_MODE =
  "it points to a pooler in statement mode, but Daybook needs transactions: set pool_mode = transaction";

const PROBE = "daybook_pooler_probe";

/**
 * Detects whether a connection goes through a pooler. A pooler reports other process ids than PostgreSQL, because it must receive cancel
 * requests. If it supports prepared statements, it renames them.
 *
 * @throws {Error} when the pooler does not support transactions.
 */
export async function findPooler(connectionString: string): Promise<PoolerUse> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    if (rows[0]?.pid === (client as unknown as { processID: number }).processID) return DIRECT;
    return { isPooled: true, preparesNames: await isRenamed(client) };
  } finally {
    await client.end();
  }
}

async function isRenamed(client: pg.Client): Promise<boolean> {
  // In a transaction, the query is prepared and executed in the same session. Preparing it fails if the session already has
  // a prepared statement with this name.
  await client.query("begin").catch((error: Error) => {
    if (NO_TRANSACTIONS.test(error.message)) throw new Error(STATEMENT_MODE);
    throw error;
  });
  try {
    const { rows } = await client.query<{ there: boolean }>({
      name: PROBE,
      text: "select exists (select from pg_prepared_statements where name = $1::text) as there",
      values: [PROBE],
    });
    return rows[0]?.there === false;
  } catch {
    return false;
  } finally {
    // A failed transaction accepts a rollback but not `deallocate`.
    await client.query("rollback");
    await client.query(`deallocate ${PROBE}`).catch(() => undefined);
  }
}
