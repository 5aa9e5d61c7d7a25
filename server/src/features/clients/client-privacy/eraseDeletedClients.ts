import { DAY } from "@daybook/engine";
import type { Clock } from "../../../kernel/clock.ts";
import type { Database } from "../../../platform/database/index.ts";
import { clientsDueForErasure } from "../clients/index.ts";
import { eraseClient } from "./eraseClient.ts";

/** How long a deleted client can still be told who they were, in milliseconds (contract §9). */
const KEPT_FOR_MS = 7 * DAY;

/**
 * Erases everybody who was deleted 7 days ago or earlier, each in a transaction of its own, and answers how many. A chore
 * of the worker; several at once, and again after an interruption, erase nobody twice. One who cannot be erased keeps
 * nobody else from it: the first failure is thrown in the end. `signal` ends it between two clients.
 */
export async function eraseDeletedClients(
  database: Database,
  clock: Clock,
  contactKey: Buffer,
  signal?: AbortSignal,
): Promise<number> {
  const now = clock.now();
  let erased = 0;
  const failures: unknown[] = [];
  for await (const due of clientsDueForErasure(database, now - KEPT_FOR_MS)) {
    if (signal?.aborted) return erased;
    try {
      const wasThere = await database.transaction((tx) => eraseClient(tx, { ...due, contactKey, now }));
      if (wasThere) erased++;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return erased;
}
