import type { Transaction } from "../../../platform/database/index.ts";
import { lockQueue, refreshQueue } from "./queueStore.ts";

/**
 * Updates when the queue of an endpoint is due next, after its deliveries were changed by other means than an attempt, and
 * wakes the deliverer after the commit. The update is a later statement than the lock: it sees what an attempt recorded
 * meanwhile.
 */
export async function refreshNextDue(tx: Transaction, businessId: string, endpointId: string): Promise<void> {
  tx.write(lockQueue, { businessId, endpointId });
  tx.write(refreshQueue, { businessId, endpointId });
  tx.signal("deliveries");
}
