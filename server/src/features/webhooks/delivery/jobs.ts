import type { DatabaseClock } from "../../../kernel/clock.ts";
import type { Database } from "../../../platform/database/index.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { deleteOldDeliveries } from "./deleteOldDeliveries.ts";

/** Returns the job that deletes old entries of the delivery log. */
export function webhookJobs(options: {
  readonly database: Database;
  readonly databaseClock: DatabaseClock;
}): Job[] {
  return [
    {
      name: "old deliveries",
      everyMs: 10 * 60_000,
      run: (signal) =>
        deleteInBatches(signal, (limit) =>
          deleteOldDeliveries(options.database, options.databaseClock, limit),
        ),
    },
  ];
}
