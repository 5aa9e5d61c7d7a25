import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { deleteExpired } from "./store.ts";

const KEPT_MS = 60 * 60_000;

export function holdJobs({ database, clock }: Context): Job[] {
  return [
    {
      name: "rows of expired holds",
      everyMs: 10 * 60_000,
      run: (signal) =>
        deleteInBatches(signal, async (limit) => {
          const [row] = await database.query(deleteExpired, { beforeAt: clock.now() - KEPT_MS, limit });
          return row?.deleted ?? 0;
        }),
    },
  ];
}
