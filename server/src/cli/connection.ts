import pg from "pg";
import type { Config } from "../platform/config.ts";
import { startEmbedded, useEmbedded } from "../platform/embedded/index.ts";
import { StartupError } from "../platform/startupError.ts";
import type { Session } from "./session.ts";

/**
 * The connection string of the configured database: `DATABASE_URL`, checked, or the embedded one. `start` and `restore`
 * start the embedded database and require exclusive use; every other command connects to the running one. It is stopped at
 * the end of the session. `lost` rejects when the embedded database exits.
 *
 * @throws {StartupError} when there is no usable database.
 */
export async function openConnection(
  config: Config,
  session: Session,
  command: string,
): Promise<{ connectionString: string; lost: Promise<never> }> {
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  if (config.databaseUrl) {
    await checkDatabase(config.databaseUrl);
    return { connectionString: config.databaseUrl, lost };
  }
  const options = { dataDir: config.dataDir, log: session.say, command };
  const embedded = await (exclusiveCommands.has(command) ? startEmbedded(options) : useEmbedded(options));
  session.beforeEnd(embedded.stop);
  embedded.onExit(reject);
  return { connectionString: embedded.connectionString, lost };
}

const exclusiveCommands: ReadonlySet<string> = new Set(["start", "restore"]);

/** The oldest supported PostgreSQL, as its `server_version_num`. */
const MIN_SERVER_VERSION = 150_000;

async function checkDatabase(connectionString: string): Promise<void> {
  let version: string;
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
  } catch (error) {
    // The address may contain a password: it is not shown.
    throw new StartupError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
  if (Number(version) < MIN_SERVER_VERSION) {
    const major = Math.floor(Number(version) / 10_000);
    throw new StartupError(
      `Daybook needs PostgreSQL 15 or newer; the server of DATABASE_URL is version ${major}.`,
    );
  }
}

/** Node wraps the errors of several addresses of a host in an error without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
