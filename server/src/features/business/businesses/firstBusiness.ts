import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { anyBusiness, lockBusinesses } from "./store.ts";

/** Returns whether the database contains a business. */
export async function hasAnyBusiness(reader: Reader): Promise<boolean> {
  const [answer] = await reader.query(anyBusiness, {});
  return answer?.found === true;
}

/**
 * Blocks the creation of businesses until the transaction ends. Returns true if the database contains no business. The lock
 * ensures that only one of several servers that start on the same empty database loads the demo. It does not block reads and
 * foreign-key checks.
 */
export async function lockForFirstBusiness(tx: Transaction): Promise<boolean> {
  tx.write(lockBusinesses, {});
  // A separate statement, because it must see the businesses that other transactions committed while this transaction waited for the lock.
  return !(await hasAnyBusiness(tx));
}
