import type { Transaction } from "../../../platform/database/index.ts";
import { movePayments } from "../payments/index.ts";
import { moveSaleRows } from "./store.ts";

/** Hands all sales and payments of one client to another, because the files are merged. Both must be locked. */
export function moveSales(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(moveSaleRows, [businessId, fromId, toId]);
  movePayments(tx, businessId, fromId, toId);
}
