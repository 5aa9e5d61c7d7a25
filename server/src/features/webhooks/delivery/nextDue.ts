import type { Transaction } from "../../../platform/database/index.ts";
import { lockQueue, recountQueue } from "./queueStore.ts";

/**
 * Works out anew when an endpoint's queue has to be looked at, after its deliveries were written by other means than an
 * attempt, and has the deliverer look after the commit. The count is a later statement than the lock: it sees what an
 * attempt wrote down meanwhile.
 */
export async function refreshNextDue(tx: Transaction, businessId: string, endpointId: string): Promise<void> {
  tx.write(lockQueue, [businessId, endpointId]);
  tx.write(recountQueue, [businessId, endpointId]);
  tx.signal("deliveries");
}
