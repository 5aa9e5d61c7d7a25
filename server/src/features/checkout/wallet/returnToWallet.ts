import type { Transaction } from "../../../platform/database/index.ts";
import { enter, openEntitlement, settle } from "./openEntitlement.ts";
import { findByPayment, sumOfPayment } from "./store.ts";

/**
 * Gives back to a wallet what a payment took out of it: so much to a gift card, the unit or credit to a package or
 * membership (a membership's counts in the period it is given back in). What has ended meanwhile lapses again at once,
 * and both is in the ledger. The payment must be locked, and its refunds hold that nothing is given back twice; should
 * they not, this throws.
 */
export async function returnToWallet(
  tx: Transaction,
  businessId: string,
  refund: {
    readonly paymentId: string;
    readonly refundId: string;
    /** In minor units; of a package or membership the whole payment. */
    readonly amountMinor: number;
    readonly now: number;
  },
): Promise<{ entitlementId: string; remaining: number }> {
  const { paymentId, refundId, amountMinor, now } = refund;
  const [taken] = await tx.query(findByPayment, [businessId, paymentId]);
  if (taken === undefined) throw new Error(`Payment ${paymentId} was not taken out of a wallet.`);
  const open = await openEntitlement(tx, businessId, taken.entitlement_id, now);
  if (open === undefined) throw new Error(`Entitlement ${taken.entitlement_id} of an entry is gone.`);
  const [row] = await tx.query(sumOfPayment, [businessId, paymentId, taken.entitlement_id]);
  const delta = open.entitlement.kind === "gift_card" ? amountMinor : 1;
  if ((row?.sum ?? 0) + delta > 0)
    throw new Error(`Payment ${paymentId} would be given back more than it took.`);
  const after = enter(tx, businessId, open, { cause: "give_back", delta, paymentId, refundId }, now);
  return { entitlementId: open.entitlement.id, remaining: settle(tx, businessId, after, now).balance };
}
