import type { Context } from "../context.ts";
import { deleteInBatches, type Job } from "../jobs/index.ts";
import { oldestStoredAt } from "./idempotency.ts";
import { deleteOldResponses } from "./store.ts";

/** Returns the job that deletes expired responses. */
export function idempotencyJobs({ database, clock }: Context): Job[] {
  const expired: Job = {
    name: "stored responses",
    everyMs: 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (limit) => {
        const [row] = await database.query(deleteOldResponses, { oldestAt: oldestStoredAt(clock), limit });
        return row?.deleted ?? 0;
      }),
  };
  return [expired];
}
