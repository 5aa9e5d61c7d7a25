import type { Transaction } from "../../../platform/database/index.ts";
import { transferKeys } from "./store.ts";

/** The keys an owner has made become another's, who remains (contract §2): what runs by a key goes on running. */
export function transferApiKeys(
  tx: Transaction,
  businessId: string,
  fromUserId: string,
  toUserId: string,
): void {
  tx.write(transferKeys, [businessId, fromUserId, toUserId]);
}
