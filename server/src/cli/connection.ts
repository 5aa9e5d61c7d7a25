import pg from "pg";
import type { Config } from "../platform/config.ts";
import { findPooler, type PoolerUse } from "../platform/database/index.ts";
import { startEmbedded, useEmbedded } from "../platform/embedded/index.ts";
import { StartupError } from "../platform/startupError.ts";
import type { Session } from "./session.ts";

/**
 * Returns the connection string of the configured database: `DATABASE_URL`, after checking it, or the embedded database.
 * `start` and `restore` start the embedded database and require exclusive use of it; every other command uses a running
 * embedded database, or starts it if it is not running. A database that this command started is stopped at the end of the
 * session. `pooler` states whether connections go through a pooler.
 *
 * @throws {StartupError} if there is no usable database.
 */
export async function openConnection(
  config: Config,
  session: Session,
  command: string,
): Promise<{ connectionString: string; pooler: PoolerUse }> {
  if (config.databaseUrl) {
    const pooler = await checkDatabase(config.databaseUrl);
    if (pooler.isPooled && directCommands.has(command))
      throw new StartupError(
        `daybook ${command} needs a direct connection, but DATABASE_URL points to a connection pooler. Set DATABASE_URL to the PostgreSQL server for this command.`,
      );
    return { connectionString: config.databaseUrl, pooler };
  }
  // Each web process has a connection pool. With several web processes, the main process and the worker each have one as well.
  const pools = config.processes === 1 ? 1 : config.processes + 2;
  const settings = { max_connections: String(config.databaseConnections * pools + SPARE_CONNECTIONS) };
  const options = { dataDir: config.dataDir, log: session.say, command, settings };
  const embedded = await (exclusiveCommands.has(command) ? startEmbedded(options) : useEmbedded(options));
  session.beforeEnd(embedded.stop);
  return { connectionString: embedded.connectionString, pooler: { isPooled: false, preparesNames: true } };
}

/**
 * The number of connections that the embedded database allows in addition to the pools of this server, because each command and
 * each additional worker opens its own connections.
 */
const SPARE_CONNECTIONS = 52;

/** Commands that need a direct connection, because their sessions hold settings and locks over several transactions. */
const directCommands: ReadonlySet<string> = new Set([
  "backup",
  "restore",
  "import-business",
  "migrate --citus",
]);

const exclusiveCommands: ReadonlySet<string> = new Set(["start", "restore"]);

/** The oldest supported PostgreSQL version, as its `server_version_num`. */
const MIN_SERVER_VERSION = 150_000;

async function checkDatabase(connectionString: string): Promise<PoolerUse> {
  let version: string;
  let pooler: PoolerUse;
  try {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
    client.on("error", () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ server_version_num: string }>("show server_version_num");
      version = rows[0]?.server_version_num ?? "0";
    } finally {
      await client.end();
    }
    pooler = await findPooler(connectionString);
  } catch (error) {
    // The connection string may contain a password, so it is not shown.
    throw new StartupError(`The database in DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
  if (Number(version) < MIN_SERVER_VERSION) {
    const major = Math.floor(Number(version) / 10_000);
    throw new StartupError(
      `Daybook needs PostgreSQL 15 or newer; the server in DATABASE_URL is version ${major}.`,
    );
  }
  return pooler;
}

/** Returns the error's message. If a host has several addresses, Node wraps their errors in an error without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
