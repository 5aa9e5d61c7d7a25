import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { anyBusiness, lockBusinesses } from "./store.ts";

/** Whether the database contains a business. */
export async function hasAnyBusiness(reader: Reader): Promise<boolean> {
  const [answer] = await reader.query(anyBusiness, {});
  return answer?.found === true;
}

/**
 * Blocks the creation of businesses until the transaction ends; true when there is no business yet. It lets one of two
 * servers that start on an empty database load the demo. Reads and foreign keys are not blocked.
 */
export async function lockForFirstBusiness(tx: Transaction): Promise<boolean> {
  tx.write(lockBusinesses, {});
  // A later statement than the lock, so that it sees what was committed during the wait.
  return !(await hasAnyBusiness(tx));
}
