import type { Transaction } from "../../../platform/database/index.ts";
import { openEntitlement, writeEntry } from "./openEntitlement.ts";
import { listOfSale, updateEntitlement } from "./store.ts";

export interface Withdrawn {
  readonly entitlementId: string;
  /** The withdrawn balance: units, credits, or minor units of a gift card. */
  readonly taken: number;
}

/**
 * Withdraws the remaining balances of the entitlements that a voided or refunded sale issued. The entitlements no longer renew, and units
 * that are returned to these entitlements later expire immediately. A repeated call withdraws nothing.
 */
export async function withdrawIssued(
  tx: Transaction,
  businessId: string,
  sale: {
    readonly saleId: string;
    /**
     * The refund that returned the last payment, so that the withdrawn balances can be restored if the refund fails. Absent for
     * a voided sale.
     */
    readonly refundId?: string;
    readonly now: number;
  },
): Promise<Withdrawn[]> {
  const { saleId, refundId, now } = sale;
  const cause =
    refundId === undefined ? { cause: "void" as const } : { cause: "withdraw" as const, refundId };
  const withdrawn: Withdrawn[] = [];
  for (const { id } of await tx.query(listOfSale, { businessId, saleId })) {
    const open = await openEntitlement(tx, businessId, id, now);
    if (open === undefined || open.entitlement.withdrawn_at !== null) continue;
    const withdrawn_units = open.entitlement.withdrawn_units + (refundId === undefined ? 0 : open.balance);
    const ended = { withdrawn_at: now, withdrawn_units, renews_on: null, due_on: null, updated_at: now };
    tx.write(updateEntitlement, { ...open.entitlement, ...ended });
    if (open.balance > 0) writeEntry(tx, open, { ...cause, delta: -open.balance }, now);
    withdrawn.push({ entitlementId: id, taken: open.balance });
  }
  return withdrawn;
}
