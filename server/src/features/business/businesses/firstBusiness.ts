import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { anyBusiness, lockBusinesses } from "./store.ts";

/** Whether the database holds a business of anybody's. */
export async function hasAnyBusiness(reader: Reader): Promise<boolean> {
  const [answer] = await reader.query(anyBusiness, []);
  return answer?.found === true;
}

/**
 * Lets nobody else open a business until the transaction ends, and answers whether there is one already. For filling
 * an empty database: two servers that start on it at once do so in turn. Reading goes on, also for foreign keys.
 */
export async function lockForFirstBusiness(tx: Transaction): Promise<boolean> {
  tx.write(lockBusinesses, []);
  // A later statement than the lock, so that it sees what was committed while we waited.
  return !(await hasAnyBusiness(tx));
}
