import type { Transaction } from "../../../platform/database/index.ts";
import { openEntitlement, writeDue, writeEntry } from "./openEntitlement.ts";
import { findByPayment, sumOfPayment } from "./store.ts";

/**
 * Returns a redemption to the wallet: an amount to a gift card, or one unit or credit to a package or membership. A returned credit belongs
 * to the current period of the membership. Units that are returned to an expired entitlement expire immediately; the ledger then contains
 * the return and the expiry. The payment must be locked. Throws if the returned amount exceeds the redeemed amount.
 */
export async function returnToWallet(
  tx: Transaction,
  businessId: string,
  refund: {
    readonly paymentId: string;
    readonly refundId: string;
    /** The refunded amount in minor units. For a package or membership, this is always the whole payment. */
    readonly amountMinor: number;
    readonly now: number;
  },
): Promise<{ entitlementId: string; remaining: number }> {
  const { paymentId, refundId, amountMinor, now } = refund;
  const [taken] = await tx.query(findByPayment, { businessId, paymentId });
  if (taken === undefined) throw new Error(`Payment ${paymentId} did not redeem an entitlement.`);
  const { entitlement_id: entitlementId } = taken;
  const open = await openEntitlement(tx, businessId, entitlementId, now);
  if (open === undefined) throw new Error(`Entitlement ${entitlementId} was not found.`);
  const [row] = await tx.query(sumOfPayment, { businessId, paymentId, entitlementId });
  const delta = open.entitlement.kind === "gift_card" ? amountMinor : 1;
  if ((row?.sum ?? 0) + delta > 0)
    throw new Error(`The refund of payment ${paymentId} exceeds the redeemed amount.`);
  const after = writeEntry(tx, open, { cause: "give_back", delta, paymentId, refundId }, now);
  return { entitlementId, remaining: writeDue(tx, after, now).balance };
}
