import type { Transaction } from "../../../platform/database/index.ts";
import { lockOfClient, moveToClient } from "./store.ts";

/** Moves the entitlements of a merged client to the remaining client. Both clients must be locked. */
export async function moveEntitlements(
  tx: Transaction,
  businessId: string,
  fromClientId: string,
  toClientId: string,
  now: number,
): Promise<void> {
  await tx.query(lockOfClient, { businessId, clientId: fromClientId });
  tx.write(moveToClient, { businessId, fromClientId, toClientId, now });
}
