import type { Context } from "../../../platform/context.ts";
import type { Job } from "../../../platform/jobs/index.ts";
import { UNDO_MS } from "./records.ts";
import { deleteRows, emptyCells } from "./rowStore.ts";
import { deleteImport, findExpired, lockImport, markWithoutCells } from "./store.ts";
import { workOnImports } from "./work.ts";

const UNUSED_MS = 7 * 86_400_000;
const ALL_ROWS = 2_000_000_000;

/** Returns the jobs that run and undo imports, and the job that clears cells that are no longer needed. */
export function importJobs(context: Context): Job[] {
  const { database, clock } = context;
  return [
    {
      name: "imports",
      everyMs: 1_000,
      run: async (signal) => {
        while (!signal.aborted && (await workOnImports(database, clock)));
      },
    },
    {
      name: "data of imported files",
      everyMs: 600_000,
      run: async (signal) => {
        while (!signal.aborted && (await expireImport(context)));
      },
    },
  ];
}

/**
 * Clears the cells of one import that can no longer be undone, or deletes one import that was not run within seven days of its
 * last change. Returns false if no such import exists.
 */
async function expireImport({ database, clock }: Context): Promise<boolean> {
  const now = clock.now();
  const dates = { completedUntil: now - UNDO_MS, unusedSince: now - UNUSED_MS };
  const [expired] = await database.query(findExpired, dates);
  if (expired === undefined) return false;
  const one = { businessId: expired.business_id, importId: expired.id };
  await database.transaction(async (tx) => {
    const [locked] = await tx.query(lockImport, one);
    if (locked === undefined || locked.status !== expired.status) return;
    if (locked.status === "completed") {
      tx.write(emptyCells, one);
      tx.write(markWithoutCells, one);
      return;
    }
    tx.write(deleteRows, { ...one, untilNumber: ALL_ROWS });
    tx.write(deleteImport, one);
  });
  return true;
}
