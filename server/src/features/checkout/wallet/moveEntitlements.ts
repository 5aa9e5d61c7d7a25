import type { Transaction } from "../../../platform/database/index.ts";
import { lockOfClient, moveToClient } from "./store.ts";

/** Everything one client holds becomes another's, because the two are one person. Both clients must be locked. */
export async function moveEntitlements(
  tx: Transaction,
  businessId: string,
  fromClientId: string,
  toClientId: string,
  now: number,
): Promise<void> {
  await tx.query(lockOfClient, [businessId, fromClientId]);
  tx.write(moveToClient, [businessId, fromClientId, toClientId, new Date(now)]);
}
