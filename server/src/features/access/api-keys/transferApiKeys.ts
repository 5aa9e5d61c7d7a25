import type { Transaction } from "../../../platform/database/index.ts";
import { transferKeys } from "./store.ts";

/** Transfers an owner's keys to another owner (contract §2), so that integrations keep working. */
export function transferApiKeys(
  tx: Transaction,
  businessId: string,
  fromUserId: string,
  toUserId: string,
): void {
  tx.write(transferKeys, { businessId, fromUserId, toUserId });
}
