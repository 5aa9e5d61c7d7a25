import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { anyBusiness, lockBusinesses } from "./store.ts";

/** Returns whether the database contains a business. */
export async function hasAnyBusiness(reader: Reader): Promise<boolean> {
  const [answer] = await reader.query(anyBusiness, {});
  return answer?.found === true;
}

/**
 * Blocks the creation of businesses until the transaction ends. Returns true if there is no business yet. If two servers start on
 * the same empty database, only one of them loads the demo. Reads and foreign-key checks are not blocked.
 */
export async function lockForFirstBusiness(tx: Transaction): Promise<boolean> {
  tx.write(lockBusinesses, {});
  // A separate statement, because it must see the businesses that were committed while the lock was awaited.
  return !(await hasAnyBusiness(tx));
}
