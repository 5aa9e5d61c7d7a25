import type { Transaction } from "../../../platform/database/index.ts";
import { lockQueue, refreshQueue } from "./queueStore.ts";

/**
 * Updates the next due time of an endpoint's queue, and wakes the deliverer after the commit. Must be called after every change of the
 * endpoint's deliveries, except after the result of an attempt. The update is a separate statement after the lock, so that it sees the
 * results that were recorded while this transaction waited for the lock.
 */
export async function refreshNextDue(tx: Transaction, businessId: string, endpointId: string): Promise<void> {
  tx.write(lockQueue, { businessId, endpointId });
  tx.write(refreshQueue, { businessId, endpointId });
  tx.signal("deliveries");
}
