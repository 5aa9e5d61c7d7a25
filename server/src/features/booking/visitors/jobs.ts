import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { deleteExpiredCodes, deleteExpiredVisitors } from "./store.ts";

export function visitorJobs({ database, clock }: Context): Job[] {
  const expired = (name: string, remove: typeof deleteExpiredCodes): Job => ({
    name,
    everyMs: 10 * 60_000,
    run: (signal) =>
      deleteInBatches(signal, async (limit) => {
        const [row] = await database.query(remove, { now: clock.now(), limit });
        return row?.deleted ?? 0;
      }),
  });
  return [
    expired("expired visitor codes", deleteExpiredCodes),
    expired("expired visitor tokens", deleteExpiredVisitors),
  ];
}
