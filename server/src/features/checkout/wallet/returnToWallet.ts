import type { Transaction } from "../../../platform/database/index.ts";
import { openEntitlement, writeDue, writeEntry } from "./openEntitlement.ts";
import { findByPayment, sumOfPayment } from "./store.ts";

/**
 * Returns to a wallet what a payment redeemed from it: an amount to a gift card, one unit or credit to a package or
 * membership, in a membership's current period. What is returned to an expired entitlement expires at once; the ledger has
 * both entries. The payment must be locked, and its refunds limit what is returned. Throws when they do not.
 */
export async function returnToWallet(
  tx: Transaction,
  businessId: string,
  refund: {
    readonly paymentId: string;
    readonly refundId: string;
    /** In minor units; for a package or membership the whole payment. */
    readonly amountMinor: number;
    readonly now: number;
  },
): Promise<{ entitlementId: string; remaining: number }> {
  const { paymentId, refundId, amountMinor, now } = refund;
  const [taken] = await tx.query(findByPayment, { businessId, paymentId });
  if (taken === undefined) throw new Error(`Payment ${paymentId} was not redeemed from a wallet.`);
  const { entitlement_id: entitlementId } = taken;
  const open = await openEntitlement(tx, businessId, entitlementId, now);
  if (open === undefined) throw new Error(`Entitlement ${entitlementId} was not found.`);
  const [row] = await tx.query(sumOfPayment, { businessId, paymentId, entitlementId });
  const delta = open.entitlement.kind === "gift_card" ? amountMinor : 1;
  if ((row?.sum ?? 0) + delta > 0)
    throw new Error(`The refund of payment ${paymentId} exceeds what was redeemed.`);
  const after = writeEntry(tx, open, { cause: "give_back", delta, paymentId, refundId }, now);
  return { entitlementId, remaining: writeDue(tx, after, now).balance };
}
