import { allRoutes } from "./allRoutes.ts";
import { systemClock, trueDatabaseClock } from "./kernel/clock.ts";
import { openDatabase } from "./platform/database/index.ts";
import { createEncryption } from "./platform/encryption.ts";
import type { Route } from "./platform/http/route.ts";

/**
 * Returns all routes, so that callers can describe or list them. The routes have a database that is never connected, so
 * running a route fails.
 */
export function routesToDescribe(): Route[] {
  const database = openDatabase({ connectionString: "postgresql://unused@localhost/unused" });
  return allRoutes(
    { database, clock: systemClock },
    { deliver: async () => false, address: () => "" },
    {
      webhooks: {
        encryption: createEncryption(""),
        policy: { allowPrivate: false, allowHttp: false },
        databaseClock: trueDatabaseClock,
      },
    },
  );
}
