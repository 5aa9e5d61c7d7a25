import { allRoutes } from "./app.ts";
import { systemClock, trueDatabaseClock } from "./kernel/clock.ts";
import { openDatabase } from "./platform/database/index.ts";
import { createEncryption } from "./platform/encryption.ts";
import type { Route } from "./platform/http/route.ts";

/**
 * The table of routes for whoever only reads it: to describe operations, or to know which there are. Routes are made with
 * a database, but no connection is opened; to run one is an error.
 */
export function routesToDescribe(): Route[] {
  const database = openDatabase({ connectionString: "postgresql://nobody@localhost/nothing" });
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
