import type { Clock } from "../../../kernel/clock.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import type { BlobStore } from "../../../platform/blobs/index.ts";
import type { Database } from "../../../platform/database/index.ts";
import { listDiscardedBlobs, removeDiscardedBlob } from "./store.ts";

const BATCH_SIZE = 100;

/**
 * Deletes the blobs of deleted photos and failed uploads, and returns their number. Concurrent and repeated runs are safe. No row is locked
 * during a call to the blob store: instead, an upload fails if it ends after the time from which its blobs may be deleted (`reclaimBlobs`).
 * If a blob cannot be deleted, the run continues and throws the first error at the end; the next run retries the deletion. Aborting
 * `signal` ends the run after the current blob, so that a slow blob store does not delay the shutdown.
 */
export async function deleteDiscardedBlobs(
  database: Database,
  blobs: BlobStore,
  clock: Clock,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now();
  const failures: unknown[] = [];
  let deleted = 0;
  let after = { afterAt: 0, afterBusinessId: NIL_ID, afterId: NIL_ID };
  for (;;) {
    const due = await database.query(listDiscardedBlobs, { now, ...after, limit: BATCH_SIZE });
    for (const { business_id, id, due_at } of due) {
      if (signal?.aborted) return deleted;
      after = { afterAt: due_at, afterBusinessId: business_id, afterId: id };
      try {
        await blobs.delete({ businessId: business_id, id });
        deleted += (await database.query(removeDiscardedBlob, { businessId: business_id, id })).length;
      } catch (error) {
        failures.push(error);
      }
    }
    if (due.length < BATCH_SIZE) break;
  }
  if (failures.length > 0) throw failures[0];
  return deleted;
}
