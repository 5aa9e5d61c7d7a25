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

export interface Settling {
  readonly businessId: string;
  readonly paymentId: string;
  /** The payment's id at the provider, from an event that arrived before the id was stored. */
  readonly providerPaymentId?: string;
  /** Whether to cancel the payment at the provider unless it was paid. */
  readonly cancelUnpaid?: boolean;
  /** Whether to fail a payment without an id at the provider. Its request was interrupted, so its secret was never sent. */
  readonly failUnstarted?: boolean;
}

/**
 * Reads the outcome of a pending payment from the provider, then writes it in one transaction. Repeated calls have no effect.
 * Completes a sale that is now paid in full, even if its appointment has been cancelled. If the amounts differ, throws
 * `AmountDiffers` and leaves the payment pending until the owner decides.
 */
export async function settlePayment(
  context: Context,
  provider: PaymentProvider,
  settling: Settling,
): Promise<void> {
  const { database, clock } = context;
  const { businessId, paymentId } = settling;
  const payment = await pendingPayment(database, businessId, paymentId);
  if (payment === undefined || payment.provider_account_id === null) return;
  // A pending payment without a sale is a deposit that the client has authorised. It only has to be captured.
  if (payment.sale_id === null) return onlineDeposits.capture(context, provider, { businessId, paymentId });
  const { sale_id: saleId } = payment;
  const { provider_account_id: accountId } = payment;
  const providerPaymentId = payment.provider_payment_id ?? settling.providerPaymentId;
  const { status, card } =
    providerPaymentId === undefined
      ? ({ status: settling.failUnstarted === true ? "failed" : "pending", card: null } as const)
      : await providerState(context, provider, payment, { accountId, providerPaymentId }, settling);
  if (status === "pending") return;
  await withSnapshot(database, businessId, (snapshot) =>
    database.transaction(async (tx) => {
      const sale = await saleLocks.lockForPayment(tx, snapshot, saleId, null);
      const locked = await lockedPayment(tx, businessId, paymentId);
      if (locked?.status !== "pending") return;
      // The request was not interrupted after all: it has stored the id.
      if (providerPaymentId === undefined && locked.provider_payment_id !== null) return;
      const now = clock.now();
      if (providerPaymentId !== undefined) {
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
 * Reads the state of a payment at the provider, and cancels the payment there if requested. If the account is gone, clients can no
 * longer pay and the state cannot be read. A payment to cancel then counts as failed; any other payment stays pending. The owner
 * can look up payments on the provider's pages.
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
