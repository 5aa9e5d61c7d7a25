import pg from "pg";
import { vi } from "vitest";

/** Resolves when exactly one transaction in this database is waiting for a lock. */
export async function untilTransactionWaits(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const isWaiting = async () => {
    const { rowCount } = await client.query(
      `select
       from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  };
  await vi.waitUntil(isWaiting, { timeout: 60_000, interval: 5 });
  await client.end();
}
