import type { WebhookPayload } from "../../../kernel/events.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { saleLocks } from "../sales/index.ts";
import { accountIsGone } from "./account/account.ts";
import { paymentOfProvider } from "./onlinePayment.ts";
import { updateSale } from "./payableSale.ts";
import type { PaymentRow } from "./paymentRow.ts";
import { AccountGone, type PaymentProvider, ProviderRefusal, type RefundState } from "./provider/provider.ts";
import {
  lockedPayment,
  type OnlineRefund,
  onlineRefund,
  type RefundChange,
  recordProviderRefund,
  recordRefundState,
} from "./recordRefund.ts";
import { settlePayment } from "./settlePayment.ts";

/** A refund to request from the provider or, if it already exists there, to read. */
export interface SettlingRefund {
  readonly businessId: string;
  readonly refundId: string;
  /**
   * True for the first request of this refund. If Daybook may no longer access the account, this request had no effect, so the
   * refund fails.
   */
  readonly isNew?: boolean;
}

/**
 * Makes a refund at the provider, or reads its state there, and writes the outcome. The request contains Daybook's refund id,
 * so a repeated request refunds only once. A refund that had succeeded may fail later, because the bank returns the money; if
 * the sale is then paid in full again, completes the sale. Returns the state at the provider. A request that the provider
 * rejects makes the refund fail. After any other error, the refund is unchanged and can be attempted again.
 */
export async function settleRefund(
  context: Context,
  provider: PaymentProvider,
  { businessId, refundId, isNew = false }: SettlingRefund,
): Promise<RefundState["status"]> {
  const { database, clock } = context;
  const known = await onlineRefund(database, businessId, refundId);
  if (known === undefined) return "failed";
  const { payment } = known;
  const state = await requestOrRead(provider, known).catch(async (error: unknown) => {
    if (error instanceof ProviderRefusal) return null;
    if (!(error instanceof AccountGone)) throw error;
    const account = { businessId, accountId: payment.provider_account_id ?? "", now: clock.now() };
    await database.transaction(async (tx) => accountIsGone(tx, account));
    return isNew ? null : undefined;
  });
  if (state === undefined) return known.refund.status;
  await writeRefund(context, businessId, payment, (tx, payload, locked, now) =>
    recordRefundState(tx, businessId, payload, { payment: locked, refundId, state, now }),
  );
  return state?.status ?? "failed";
}

/** A refund that an event names and that Daybook did not request, with the provider's ids. */
export interface ForeignRefund {
  readonly businessId: string;
  readonly providerPaymentId: string;
  readonly providerRefundId: string;
}

/**
 * Records a refund that the business made on the provider's pages. Settles its payment first, because the events of that payment
 * may be lost. Ignores payments that another system created.
 */
export async function adoptRefund(
  context: Context,
  provider: PaymentProvider,
  { businessId, providerPaymentId, providerRefundId }: ForeignRefund,
): Promise<void> {
  const payment = await paymentOfProvider(context.database, businessId, provider, providerPaymentId);
  if (payment === undefined || payment.provider_account_id === null) return;
  const { id: paymentId, provider_account_id: accountId, currency } = payment;
  await settlePayment(context, provider, { businessId, paymentId });
  const state = await provider.readRefund({ accountId, providerRefundId, amountMinor: null, currency });
  await writeRefund(context, businessId, payment, async (tx, payload, locked, now) =>
    locked.status === "pending" || locked.status === "failed"
      ? "unchanged"
      : recordProviderRefund(tx, businessId, payload, { payment: locked, state, now }),
  );
}

/** Locks the sale and the payment of a refund, writes its state, and updates the sale. */
function writeRefund(
  { database, clock }: Context,
  businessId: string,
  payment: PaymentRow,
  write: (tx: Transaction, payload: WebhookPayload, locked: PaymentRow, now: number) => Promise<RefundChange>,
): Promise<void> {
  return withSnapshot(database, businessId, (snapshot) =>
    database.transaction(async (tx) => {
      // For a deposit without a sale, the lock on its payment is enough.
      const saleId = payment.sale_id;
      const sale = saleId === null ? null : await saleLocks.lockForPayment(tx, snapshot, saleId, null);
      const locked = await lockedPayment(tx, businessId, payment.id);
      if (locked === undefined) throw new Error(`Payment ${payment.id} was not found.`);
      const now = clock.now();
      const change = await write(tx, snapshot.webhookPayload, locked, now);
      if (change === "reversed" && sale !== null)
        await updateSale(tx, snapshot, sale, { succeededIds: [], now });
    }),
  );
}

/**
 * Reads a refund that has an id at the provider, and requests the refund if it has no id. A refund with an id is never requested again,
 * because it may have been made on the provider's pages.
 */
function requestOrRead(provider: PaymentProvider, { refund, payment }: OnlineRefund): Promise<RefundState> {
  const { id: refundId, amount: amountMinor, provider_refund_id: providerRefundId } = refund;
  const { provider_account_id: accountId, provider_payment_id: providerPaymentId, currency } = payment;
  if (accountId === null || providerPaymentId === null)
    throw new Error(`Payment ${payment.id} has no id at its provider.`);
  const amount = { accountId, amountMinor, currency };
  return providerRefundId === null
    ? provider.refund({ ...amount, refundId, providerPaymentId })
    : provider.readRefund({ ...amount, providerRefundId });
}
