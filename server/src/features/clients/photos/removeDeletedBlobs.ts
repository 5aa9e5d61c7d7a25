import type { Clock } from "../../../kernel/clock.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import type { BlobStore } from "../../../platform/blobs/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { dropDiscarded, listDiscarded } from "./store.ts";

const AT_A_TIME = 100;

/**
 * Removes the pictures of photos that were deleted, and those of uploads that broke off. Answers how many. A chore of
 * the worker; several at once, and again after an interruption, do no harm. No row is held while the store is asked: an
 * upload that comes to its end too late is refused by the time (`forgetBlob`). One that cannot be removed keeps no
 * other from it: the first failure is thrown in the end, and the next round tries again. `signal` ends it between two
 * pictures: a store that is slow to refuse keeps no process from closing.
 */
export async function removeDeletedBlobs(
  database: Database,
  blobs: BlobStore,
  clock: Clock,
  signal?: AbortSignal,
): Promise<number> {
  const now = new Date(clock.now());
  const failures: unknown[] = [];
  let removed = 0;
  let after: readonly [Date, string, string] = [new Date(0), NIL_ID, NIL_ID];
  for (;;) {
    const due = await database.query(listDiscarded, [now, ...after, AT_A_TIME]);
    for (const { business_id, id, due_at } of due) {
      if (signal?.aborted) return removed;
      after = [new Date(due_at), business_id, id];
      try {
        await blobs.delete({ businessId: business_id, id });
        removed += (await database.query(dropDiscarded, [business_id, id])).length;
      } catch (error) {
        failures.push(error);
      }
    }
    if (due.length < AT_A_TIME) break;
  }
  if (failures.length > 0) throw failures[0];
  return removed;
}
