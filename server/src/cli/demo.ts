import { DEMO_BOUNDS, loadDemo } from "../demo/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { openBlobs } from "../platform/blobs/index.ts";
import type { Config } from "../platform/config.ts";
import { migrate, openDatabase } from "../platform/database/index.ts";
import { loadOrCreateSecret } from "../platform/secret.ts";
import { StartupError } from "../platform/startupError.ts";
import { openConnection } from "./connection.ts";
import type { Session } from "./session.ts";

/** `daybook demo`: loads the demo salon into an empty database and prints its key once. */
export async function demo(config: Config, session: Session): Promise<void> {
  const { connectionString, pooler } = await openConnection(config, session, "demo");
  await migrate(connectionString, session.say);
  const database = openDatabase({ connectionString, pooler, bounds: DEMO_BOUNDS });
  session.beforeEnd(database.close);
  const loaded = await loadDemo({
    database,
    clock: systemClock,
    log: session.say,
    blobs: openBlobs(config),
    secret: loadOrCreateSecret(config),
  });
  if (!loaded)
    throw new StartupError(
      "The database already contains a business. The demo salon requires an empty database.",
    );
  const { slug, key, logins } = loaded;
  const shown = [key, ...logins.map(({ email, password, role }) => `${email}  ${password}  (${role})`)];
  console.log(
    [`The demo salon "${slug}" was loaded. Its key and logins, shown only once:`, ...shown].join("\n  "),
  );
}
