import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { deleteExpiredPairings } from "./store.ts";

export function kioskJobs({ database, clock }: Context): Job[] {
  return [
    {
      name: "expired kiosk pairings",
      everyMs: 10 * 60_000,
      run: (signal) =>
        deleteInBatches(signal, async (limit) => {
          const [row] = await database.query(deleteExpiredPairings, { now: clock.now(), limit });
          return row?.deleted ?? 0;
        }),
    },
  ];
}
