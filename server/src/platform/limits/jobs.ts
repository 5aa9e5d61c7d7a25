import type { Database } from "../database/index.ts";
import { deleteInBatches, type Job } from "../jobs/index.ts";
import { deleteFullBuckets } from "./store.ts";

/** What the limits leave behind. */
export function limitJobs(database: Database): Job[] {
  const fullBuckets: Job = {
    name: "full request buckets",
    everyMs: 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (most) => {
        const [row] = await database.query(deleteFullBuckets, [most]);
        return row?.forgotten ?? 0;
      }),
  };
  return [fullBuckets];
}
