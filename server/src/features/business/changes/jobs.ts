import type { Context } from "../../../platform/context.ts";
import { deleteInBatches, type Job } from "../../../platform/jobs/index.ts";
import { deleteOldChanges, deleteOldUnnumbered } from "./store.ts";

/** The time in milliseconds for which changes are kept. A client that reconnects later must read all its records again. */
export const KEPT_MS = 3_600_000;

export function changeJobs({ database }: Pick<Context, "database">): Job[] {
  return [
    {
      name: "old changes",
      everyMs: 300_000,
      run: async (signal) => {
        for (const deleteOld of [deleteOldChanges, deleteOldUnnumbered])
          await deleteInBatches(signal, async (limit) => {
            const [row] = await database.query(deleteOld, { keptSeconds: KEPT_MS / 1_000, limit });
            return row?.deleted ?? 0;
          });
      },
    },
  ];
}
