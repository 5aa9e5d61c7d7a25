import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { expireEntries } from "./store.ts";

export function waitlistJobs({ database, clock }: Context): Job[] {
  return [
    {
      name: "waitlist entries whose windows have passed",
      everyMs: 10 * 60_000,
      run: (signal) =>
        deleteInBatches(signal, async (limit) => {
          const [row] = await database.query(expireEntries, { now: clock.now(), limit });
          return row?.expired ?? 0;
        }),
    },
  ];
}
