import type { Transaction } from "../../../platform/database/index.ts";
import { passKeys } from "./store.ts";

/** The keys an owner has made become another's, who remains (contract §2): what runs by a key goes on running. */
export function passKeysOn(tx: Transaction, businessId: string, fromUserId: string, toUserId: string): void {
  tx.write(passKeys, [businessId, fromUserId, toUserId]);
}
