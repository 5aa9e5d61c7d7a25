import pg from "pg";
import type { Config } from "../platform/config.ts";
import { startEmbedded, useEmbedded } from "../platform/embedded/index.ts";
import { StartupError } from "../platform/startupError.ts";
import type { Session } from "./session.ts";

/**
 * The connection string of the database the settings name: `DATABASE_URL` once it answers, else the
 * embedded one. `start` and `restore` own the embedded database and insist on being alone with it; every
 * other command joins the one that runs. It ends with the session.
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
  const embedded = await (ownsIt.has(command) ? startEmbedded(options) : useEmbedded(options));
  session.beforeEnd(embedded.stop);
  embedded.onExit(reject);
  return { connectionString: embedded.connectionString, lost };
}

const ownsIt: ReadonlySet<string> = new Set(["start", "restore"]);

/** The oldest PostgreSQL we run on, as its `server_version_num`. */
const oldestVersion = 150_000;

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
    // The address may hold a password: it is not repeated.
    throw new StartupError(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}.`);
  }
  if (Number(version) < oldestVersion) {
    const major = Math.floor(Number(version) / 10_000);
    throw new StartupError(
      `Daybook needs PostgreSQL 15 or newer; the server of DATABASE_URL is version ${major}.`,
    );
  }
}

/** Node gathers the failures of a name's several addresses in an error without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
