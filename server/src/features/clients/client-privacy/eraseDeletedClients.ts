import { DAY } from "@daybook/engine";
import type { Clock } from "../../../kernel/clock.ts";
import type { Context } from "../../../platform/context.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { DueWork } from "../../../platform/jobs/index.ts";
import { clientDetails } from "../clients/index.ts";
import { eraseClient } from "./eraseClient.ts";

/** The time in milliseconds from the deletion of a client to the erasure (contract §9). */
const RETENTION_MS = 7 * DAY;
const BATCH_SIZE = 100;

/**
 * Erases all clients who were deleted at least seven days ago, each in a separate transaction, and returns the number of erased clients.
 * Several processes may run this function at the same time, because a row lock prevents a second erasure of a client. If an erasure fails,
 * the run continues with the other clients and throws the first error at the end. Aborting `signal` stops the run between two clients.
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
  for await (const due of clientDetails.dueForErasure(database, now - RETENTION_MS)) {
    if (signal?.aborted) return erased;
    try {
      if (await database.transaction((tx) => eraseClient(tx, { ...due, contactKey, now }))) erased++;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return erased;
}

/** Returns the work that erases the deleted clients of one business when its test clock advances. */
export function erasureWork({ database, clock }: Context, contactKey: Buffer): DueWork {
  const firstDue = async (businessId: string, limit: number) =>
    (await clientDetails.deletedOf(database, businessId, limit)).map(({ id, deletedAt }) => ({
      clientId: id,
      dueAt: deletedAt + RETENTION_MS,
    }));
  return {
    name: "erasure of deleted clients",
    nextDueAt: async (businessId) => (await firstDue(businessId, 1))[0]?.dueAt ?? null,
    run: async (businessId) => {
      const now = clock.now();
      for (const { clientId, dueAt } of await firstDue(businessId, BATCH_SIZE)) {
        if (dueAt > now) return;
        await database.transaction((tx) => eraseClient(tx, { businessId, clientId, contactKey, now }));
      }
    },
  };
}
