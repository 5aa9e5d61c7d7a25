import type { DatabaseClock } from "../../../kernel/clock.ts";
import { type Chore, clearAway } from "../../../platform/chores/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { deleteOldDeliveries } from "./cleaning.ts";

/** What the clock asks of webhooks. */
export function webhookChores(options: {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
}): Chore[] {
  return [
    {
      name: "old deliveries",
      everyMs: 10 * 60_000,
      run: (signal) =>
        clearAway(signal, (most) => deleteOldDeliveries(options.database, options.databaseClock, most)),
    },
  ];
}
