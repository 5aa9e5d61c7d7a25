import type { Config } from "../platform/config.ts";
import { migrate } from "../platform/database/index.ts";
import type { MigrateCommand } from "./commandLine.ts";
import { openConnection } from "./connection.ts";
import { checkCluster, distributeTables } from "./distributeTables.ts";
import type { Session } from "./session.ts";

/**
 * `daybook migrate`: runs the migrations that have not run yet. With `--citus`, it then distributes the tables that are not distributed
 * yet.
 */
export async function migrateDatabase(
  { isCluster }: MigrateCommand,
  config: Config,
  session: Session,
): Promise<void> {
  const { connectionString } = await openConnection(
    config,
    session,
    isCluster ? "migrate --citus" : "migrate",
  );
  if (isCluster) await checkCluster(connectionString);
  const run = await migrate(connectionString, session.say, { allowNewer: config.allowNewerSchema });
  console.log(run.length === 0 ? "The database is up to date." : `${run.length} migrations were run.`);
  if (!isCluster) return;
  const count = await distributeTables(connectionString);
  console.log(
    count === 0 ? "All tables of businesses are distributed." : `${count} tables were distributed.`,
  );
}
