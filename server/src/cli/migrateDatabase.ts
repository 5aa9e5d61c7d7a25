import type { Config } from "../platform/config.ts";
import { migrate } from "../platform/database/index.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";

/** `daybook migrate`: runs the migrations that have not run yet. */
export async function migrateDatabase(config: Config, session: Session): Promise<void> {
  const { connectionString } = await openConnection(config, session, "migrate");
  const run = await migrate(connectionString, session.say, { allowNewer: config.allowNewerSchema });
  console.log(run.length === 0 ? "The database is up to date." : `${run.length} migrations were run.`);
}
