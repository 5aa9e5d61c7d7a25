import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate, openDatabase, type PooledDatabase } from "../../server/src/platform/database/index.ts";
import { startEmbedded } from "../../server/src/platform/embedded/index.ts";

/** A migrated embedded database with default settings in a temporary folder. It flushes every commit to disk, as in production. */
export interface BenchDatabase {
  readonly dataDir: string;
  readonly connectionString: string;
  readonly database: PooledDatabase;
  readonly client: pg.Client;
  /** Adds a function that `close` calls before it closes the database. */
  onClose(close: () => unknown): void;
  /** Closes the database and its connections and deletes the folder. */
  close(): Promise<void>;
}

/** Opens a database and calls `prepare` with it. If `prepare` fails, closes the database. */
export async function openBenchDatabase<T>(prepare: (bench: BenchDatabase) => Promise<T>): Promise<T> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const one of closing.toReversed()) await one();
  };
  try {
    const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"));
    closing.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const embedded = await startEmbedded({ dataDir, log: () => {}, command: "bench" });
    closing.push(embedded.stop);
    const { connectionString } = embedded;
    await migrate(connectionString);
    const database = openDatabase({ connectionString });
    closing.push(database.close);
    const client = new pg.Client({ connectionString });
    await client.connect();
    closing.push(() => client.end());
    const onClose = (one: () => unknown) => void closing.push(one);
    return await prepare({ dataDir, connectionString, database, client, onClose, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a database, calls `run` with it and closes the database. */
export function withBenchDatabase<T>(run: (bench: BenchDatabase) => Promise<T>): Promise<T> {
  return openBenchDatabase(async (bench) => {
    const result = await run(bench);
    await bench.close();
    return result;
  });
}
