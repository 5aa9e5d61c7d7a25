import pg from "pg";

/** How to use connections that may come from a pooler such as PgBouncer. */
export interface PoolerUse {
  /**
   * A pooler forwards between this process and PostgreSQL. It may give each transaction another session, so settings
   * are made in each transaction.
   */
  readonly isPooled: boolean;
  /**
   * Whether names of prepared statements are valid in every session: always without a pooler, and with PgBouncer from
   * 1.21 on.
   */
  readonly preparesNames: boolean;
}

export const DIRECT: PoolerUse = { isPooled: false, preparesNames: true };

/** What PgBouncer answers in statement mode. */
const NO_TRANSACTIONS = /transaction blocks not allowed/i;
const STATEMENT_MODE =
  "it leads to a pooler in statement mode, and Daybook needs transactions: set pool_mode = transaction";

const PROBE = "daybook_pooler_probe";

/**
 * Detects whether a connection goes through a pooler. A pooler reports other process ids than PostgreSQL, because a
 * cancel request must reach the pooler, and renames prepared statements if it supports them. @throws {Error} when the
 * pooler has no transactions.
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
  // One transaction, so that both statements see the same session. A prepared statement left there under this name
  // would fail the parse.
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
    // Allowed in a failed transaction too, where deallocating is not.
    await client.query("rollback");
    await client.query(`deallocate ${PROBE}`).catch(() => undefined);
  }
}
