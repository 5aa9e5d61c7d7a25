import type { Clock } from "../../kernel/clock.ts";
import type { Database } from "../database/index.ts";
import { deleteInBatches, type Job } from "../jobs/index.ts";
import { deleteEndedQuotas, deleteFullBuckets } from "./store.ts";

/** Returns the jobs that delete full buckets and quotas whose window has ended. */
export function limitJobs({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): Job[] {
  const fullBuckets: Job = {
    name: "full request buckets",
    everyMs: 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (limit) => {
        const [row] = await database.query(deleteFullBuckets, { limit });
        return row?.deleted ?? 0;
      }),
  };
  const endedQuotas: Job = {
    name: "ended request quotas",
    everyMs: 10 * 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (limit) => {
        const [row] = await database.query(deleteEndedQuotas, { now: clock.now(), limit });
        return row?.deleted ?? 0;
      }),
  };
  return [fullBuckets, endedQuotas];
}
