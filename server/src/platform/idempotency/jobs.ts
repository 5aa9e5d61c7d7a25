import type { Context } from "../context.ts";
import { deleteInBatches, type Job } from "../jobs/index.ts";
import { oldestStoredAt } from "./idempotency.ts";
import { deleteOldResponses } from "./store.ts";

/** Forgets answers that are past their time. */
export function idempotencyJobs({ database, clock }: Context): Job[] {
  const keptAnswers: Job = {
    name: "kept answers",
    everyMs: 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (most) => {
        const [row] = await database.query(deleteOldResponses, [oldestStoredAt(clock), most]);
        return row?.forgotten ?? 0;
      }),
  };
  return [keptAnswers];
}
