import type { LoadedDemo } from "../demo/index.ts";
import { hasAnyBusiness } from "../features/business/businesses/index.ts";
import { systemClock } from "../kernel/clock.ts";
import type { Config } from "../platform/config.ts";
import { migrate, openDatabase, type PooledDatabase } from "../platform/database/index.ts";
import type { Log } from "../platform/log/index.ts";
import { loadOrCreateSecret } from "../platform/secret.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";
import { type ServingCommand, tasksOf } from "./tasks.ts";

/** A migrated database with the connections of this process. */
export interface Installation {
  readonly connectionString: string;
  readonly database: PooledDatabase;
  readonly secret: string;
  /** The demo salon; undefined if this start has not loaded it. */
  readonly demo: LoadedDemo | undefined;
}

/**
 * Opens the database, starting the embedded one if needed, migrates it, and loads the demo salon into an empty database
 * (`start` only). The session closes the connections when it ends. With `isPrepared`, skips the migration, because the main
 * process has run it (decision 72).
 */
export async function prepareInstallation(
  command: ServingCommand,
  {
    config,
    session,
    log,
    isPrepared = false,
  }: {
    readonly config: Config;
    readonly session: Session;
    readonly log: Log;
    readonly isPrepared?: boolean;
  },
): Promise<Installation> {
  const tasks = tasksOf(command, config.role);
  const secret = loadOrCreateSecret(config);
  // A worker does not require exclusive use of the embedded database, because the server uses it too.
  const { connectionString, pooler } = await openConnection(
    config,
    // All messages of the embedded database are meant for operators, so they are logged as warnings.
    { ...session, say: log.warn },
    tasks.web ? command : "worker",
  );
  if (!isPrepared) await migrate(connectionString, log.info, { allowNewer: config.allowNewerSchema });
  const database = openDatabase({
    connectionString,
    poolSize: config.databaseConnections,
    log: log.warn,
    clock: systemClock,
    pooler,
  });
  session.beforeEnd(database.close);
  const isFirstStart = command === "start" && tasks.web && !(await hasAnyBusiness(database));
  const connection = { connectionString, pooler };
  if (!isFirstStart) return { connectionString, database, secret, demo: undefined };
  // Only the first start loads the modules of the demo.
  const { loadInProcess } = await import("../demo/index.ts");
  const demo = await loadInProcess({ connection, config, secret }, log.info);
  return { connectionString, database, secret, demo };
}
