import type { Context } from "../../../platform/context.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { saleLocks } from "../sales/index.ts";
import { accountIsGone } from "./account/account.ts";
import { onlineDeposits } from "./deposits/onlineDeposits.ts";
import { pendingPayment, recordOutcome, storeProviderPaymentId } from "./onlinePayment.ts";
import { updateSale } from "./payableSale.ts";
import type { PaymentRow } from "./paymentRow.ts";
import { AccountGone, type PaymentProvider, type PaymentState } from "./provider/provider.ts";
import { lockedPayment } from "./recordRefund.ts";
import { repeatCharge } from "./saved-cards/repeatCharge.ts";

export interface Settling {
  readonly businessId: string;
  readonly paymentId: string;
  /** The payment's id at the provider, from an event that arrived before the id was stored. */
  readonly providerPaymentId?: string;
  /** Whether to cancel the payment at the provider unless it was paid. */
  readonly cancelUnpaid?: boolean;
  /**
   * Whether to fail a payment without an id at the provider. The request that started such a payment was interrupted, so the server never
   * sent the secret.
   */
  readonly failUnstarted?: boolean;
}

/**
 * Reads the outcome of a pending payment from the provider, then writes it in one transaction. Repeated calls have no effect.
 * Completes a sale that is now paid in full, even if its appointment has been cancelled. If the provider took another amount,
 * throws `AmountDiffers` and leaves the payment pending until the owner resolves the difference.
 */
export async function settlePayment(
  context: Context,
  provider: PaymentProvider,
  settling: Settling,
): Promise<void> {
  const { database } = context;
  const { businessId, paymentId } = settling;
  const payment = await pendingPayment(database, businessId, paymentId);
  if (payment === undefined || payment.provider_account_id === null) return;
  // A pending payment without a sale is a deposit that the client has authorised. Only the capture remains.
  if (payment.sale_id === null) return onlineDeposits.capture(context, provider, { businessId, paymentId });
  const { provider_account_id: accountId } = payment;
  const providerPaymentId = payment.provider_payment_id ?? settling.providerPaymentId;
  const state: PaymentState & { readonly providerPaymentId: string | null } =
    providerPaymentId === undefined
      ? await stateWithoutId(context, provider, { ...payment, provider_account_id: accountId }, settling)
      : {
          ...(await providerState(context, provider, payment, { accountId, providerPaymentId }, settling)),
          providerPaymentId,
        };
  await settleOutcome(context, { businessId, paymentId }, state);
}

/**
 * Writes the outcome that the provider has reported for a pending payment, and completes the sale if it is paid in full. Repeated calls
 * have no effect.
 */
export async function settleOutcome(
  { database, clock }: Context,
  { businessId, paymentId }: Pick<Settling, "businessId" | "paymentId">,
  { status, card, providerPaymentId = null }: PaymentState & { readonly providerPaymentId?: string | null },
): Promise<void> {
  if (status === "pending") return;
  const payment = await pendingPayment(database, businessId, paymentId);
  const saleId = payment?.sale_id ?? null;
  if (saleId === null) return;
  await withSnapshot(database, businessId, (snapshot) =>
    database.transaction(async (tx) => {
      const sale = await saleLocks.lockForPayment(tx, snapshot, saleId, null);
      const locked = await lockedPayment(tx, businessId, paymentId);
      if (locked?.status !== "pending") return;
      // The request that started the payment was not interrupted: it has stored the id in the meantime.
      if (providerPaymentId === null && locked.provider_payment_id !== null) return;
      const now = clock.now();
      if (providerPaymentId !== null) {
        // The id came from an event and may belong to another payment.
        const stored = { paymentId, providerPaymentId, now };
        if (!(await storeProviderPaymentId(tx, businessId, stored))) return;
      }
      await recordOutcome(tx, businessId, { paymentId, state: { status, card }, now });
      const succeededIds = status === "succeeded" ? [paymentId] : [];
      await updateSale(tx, snapshot, sale, { succeededIds, now });
    }),
  );
}

/**
 * Returns the state of a payment without an id at the provider. For a payment page, reads the state of the page. For a saved
 * card, requests the charge again with the same idempotency key, because the first request may have taken the money. Any other
 * payment fails if `failUnstarted` is set, because its request was interrupted before the secret was sent.
 */
async function stateWithoutId(
  context: Context,
  provider: PaymentProvider,
  payment: PaymentRow & { readonly provider_account_id: string },
  settling: Settling,
): Promise<PaymentState & { readonly providerPaymentId: string | null }> {
  const { provider_account_id: accountId, provider_checkout_id: checkoutId } = payment;
  const { cancelUnpaid = false, failUnstarted = false } = settling;
  const amount = { amountMinor: payment.amount, currency: payment.currency };
  const none = { card: null, providerPaymentId: null } as const;
  if (checkoutId !== null) {
    const page = { ...amount, accountId, providerPaymentId: null, checkoutId };
    const { status, providerPaymentId } = await (cancelUnpaid
      ? provider.cancelAuthorisation(page)
      : provider.readAuthorisation(page));
    if (providerPaymentId === null) return { ...none, status: status === "cancelled" ? "failed" : "pending" };
    const ids = { accountId, providerPaymentId };
    return { ...(await providerState(context, provider, payment, ids, settling)), providerPaymentId };
  }
  if (payment.saved_card_id !== null) {
    // The provider stores the idempotency key for a day. During this day, only the background job settles the charge, and users
    // cannot cancel the charge.
    if (cancelUnpaid) return { ...none, status: failUnstarted ? "failed" : "pending" };
    return repeatCharge(context, provider, payment);
  }
  return { ...none, status: failUnstarted ? "failed" : "pending" };
}

/**
 * Reads the state of a payment at the provider, and cancels the payment there if requested. If Daybook may no longer access the account,
 * clients can no longer pay and the state cannot be read. A payment that is to be cancelled then counts as failed; any other payment stays
 * pending. The owner can look up payments on the provider's pages.
 */
async function providerState(
  { database, clock }: Context,
  provider: PaymentProvider,
  { amount: amountMinor, currency }: PaymentRow,
  ids: { readonly accountId: string; readonly providerPaymentId: string },
  { businessId, cancelUnpaid = false }: Settling,
): Promise<PaymentState> {
  const wanted = { ...ids, amountMinor, currency };
  try {
    return await (cancelUnpaid ? provider.cancelPayment(wanted) : provider.readPayment(wanted));
  } catch (error) {
    if (!(error instanceof AccountGone)) throw error;
    const account = { businessId, accountId: ids.accountId, now: clock.now() };
    await database.transaction(async (tx) => accountIsGone(tx, account));
    return { status: cancelUnpaid ? "failed" : "pending", card: null };
  }
}
