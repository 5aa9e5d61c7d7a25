import type { Context } from "../../../../platform/context.ts";
import type { PaymentRow } from "../paymentRow.ts";
import type { CardChargeState, PaymentProvider } from "../provider/provider.ts";
import { findCard } from "./cardStore.ts";

/**
 * Requests the charge of a saved card again, with the same idempotency key: the provider returns the outcome of the first
 * request, or charges the card now. A card that was removed in the meantime is not charged: the payment stays pending until its
 * webhook arrives or a day has passed.
 */
export async function repeatCharge(
  { database }: Context,
  provider: PaymentProvider,
  payment: PaymentRow & { readonly provider_account_id: string },
): Promise<CardChargeState> {
  const { business_id, id: paymentId, saved_card_id: id, provider_account_id: accountId } = payment;
  const [card] = id === null ? [] : await database.query(findCard, { business_id, id });
  const { provider_customer_id: customerId = null, provider_method_id: methodId = null } = card ?? {};
  if (card?.status !== "active" || customerId === null || methodId === null)
    return { status: "pending", card: null, providerPaymentId: null, problem: null };
  const amount = { amountMinor: payment.amount, currency: payment.currency };
  return provider.chargeCard({ ...amount, paymentId, accountId, customerId, methodId });
}
