import type { DatabaseClock } from "../../../kernel/clock.ts";
import type { Database } from "../../../platform/database/index.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { deleteOldDeliveries } from "./cleaning.ts";

/** What the clock asks of webhooks. */
export function webhookJobs(options: {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
}): Job[] {
  return [
    {
      name: "old deliveries",
      everyMs: 10 * 60_000,
      run: (signal) =>
        deleteInBatches(signal, (most) => deleteOldDeliveries(options.database, options.databaseClock, most)),
    },
  ];
}
