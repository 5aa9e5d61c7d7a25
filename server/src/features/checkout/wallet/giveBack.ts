import type { Transaction } from "../../../platform/database/index.ts";
import { enter, openHolding, settle } from "./openHolding.ts";
import { findByPayment, sumOfPayment } from "./store.ts";

/**
 * Gives back to a wallet what a payment took out of it: so much to a gift card, the unit or credit to a package or
 * membership (a membership's counts in the period it is given back in). What has ended meanwhile lapses again at once,
 * and both is in the ledger. The payment must be locked, and its refunds hold that nothing is given back twice; should
 * they not, this throws.
 */
export async function giveBack(
  tx: Transaction,
  businessId: string,
  refund: {
    readonly paymentId: string;
    readonly refundId: string;
    /** In minor units; of a package or membership the whole payment. */
    readonly amountMinor: number;
    readonly now: number;
  },
): Promise<{ holdingId: string; remaining: number }> {
  const { paymentId, refundId, amountMinor, now } = refund;
  const [taken] = await tx.query(findByPayment, [businessId, paymentId]);
  if (taken === undefined) throw new Error(`Payment ${paymentId} was not taken out of a wallet.`);
  const open = await openHolding(tx, businessId, taken.entitlement_id, now);
  if (open === undefined) throw new Error(`Holding ${taken.entitlement_id} of an entry is gone.`);
  const [row] = await tx.query(sumOfPayment, [businessId, paymentId, taken.entitlement_id]);
  const delta = open.holding.kind === "gift_card" ? amountMinor : 1;
  if ((row?.sum ?? 0) + delta > 0)
    throw new Error(`Payment ${paymentId} would be given back more than it took.`);
  const after = enter(tx, businessId, open, { cause: "give_back", delta, paymentId, refundId }, now);
  return { holdingId: open.holding.id, remaining: settle(tx, businessId, after, now).balance };
}
