import type pg from "pg";
import { inject, vi } from "vitest";
import { connectedClient } from "../fixtures/connectedClient.ts";
import { databaseAt } from "../fixtures/testNodes.ts";

/** Resolves when exactly one transaction in this database is waiting for a lock. */
export async function untilTransactionWaits(connectionString: string): Promise<void> {
  await whileWatching(connectionString, (waiting) =>
    vi.waitUntil(async () => (await waiting()) === 1, { timeout: 60_000, interval: 5 }),
  );
}

/**
 * Runs `work` with a function that returns the number of transactions in this database that wait for a lock. On a cluster, a
 * transaction waits on the node that stores the row.
 */
export async function whileWatching<T>(
  connectionString: string,
  work: (waiting: () => Promise<number>) => Promise<T>,
): Promise<T> {
  const clients = await connectedToNodes(connectionString);
  const waiting = async () => {
    const counts = await Promise.all(
      clients.map((client) =>
        client.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        ),
      ),
    );
    return counts.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  };
  try {
    return await work(waiting);
  } finally {
    for (const client of clients) await client.end();
  }
}

/** Connects to this database on every node of a cluster, the coordinator first, or on the single server. */
export function connectedToNodes(connectionString: string): Promise<pg.Client[]> {
  const name = new URL(connectionString).pathname.slice(1);
  return Promise.all(
    inject("testNodes").map(async (node) => {
      const client = await connectedClient(databaseAt(node, name));
      return client;
    }),
  );
}
