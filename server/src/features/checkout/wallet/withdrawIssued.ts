import type { Transaction } from "../../../platform/database/index.ts";
import { enter, openEntitlement, writeEntitlement } from "./openEntitlement.ts";
import { listOfSale } from "./store.ts";

/** What became of one entitlement whose sale was undone. */
export interface Withdrawn {
  readonly entitlementId: string;
  /** What was taken back: units, credits, or minor units of a gift card. What had been used stays used. */
  readonly taken: number;
}

/**
 * Takes back what a sale put into wallets, because it is voided or refunded: whatever is left of each, never what was
 * used. They do not renew any more, and what comes back to one by a later refund lapses. Done again, it takes nothing.
 */
export async function withdrawIssued(
  tx: Transaction,
  businessId: string,
  sale: { readonly saleId: string; readonly now: number },
): Promise<Withdrawn[]> {
  const { saleId, now } = sale;
  const withdrawn: Withdrawn[] = [];
  for (const { id } of await tx.query(listOfSale, [businessId, saleId])) {
    const open = await openEntitlement(tx, businessId, id, now);
    if (open === undefined || open.entitlement.withdrawn_at !== null) continue;
    const ended = { ...open.entitlement, withdrawn_at: now, renews_on: null, due_on: null };
    writeEntitlement(tx, businessId, ended, now);
    if (open.balance > 0) enter(tx, businessId, open, { cause: "void", delta: -open.balance }, now);
    withdrawn.push({ entitlementId: id, taken: open.balance });
  }
  return withdrawn;
}
