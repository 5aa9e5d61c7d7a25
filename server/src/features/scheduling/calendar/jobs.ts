import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { releaseExpiredHolds } from "./releaseExpiredHolds.ts";

export function calendarJobs(context: Context): Job[] {
  const expiredHolds: Job = {
    name: "expired holds",
    everyMs: 60_000,
    run: (signal) => deleteInBatches(signal, (limit) => releaseExpiredHolds(context, limit)),
  };
  return [expiredHolds];
}
