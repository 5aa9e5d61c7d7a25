import type { Database } from "../database/index.ts";
import { deleteInBatches, type Job } from "../jobs/index.ts";
import { deleteFullBuckets } from "./store.ts";

/** Deletes the rows of full buckets. */
export function limitJobs(database: Database): Job[] {
  const fullBuckets: Job = {
    name: "full request buckets",
    everyMs: 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (limit) => {
        const [row] = await database.query(deleteFullBuckets, { limit });
        return row?.deleted ?? 0;
      }),
  };
  return [fullBuckets];
}
