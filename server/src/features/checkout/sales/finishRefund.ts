import type { WebhookPayload } from "../../../kernel/events.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { withSnapshot } from "../../scheduling/calendar/index.ts";
import {
  AccountGone,
  accountIsGone,
  adoptRefund,
  lockedPayment,
  type PaymentProvider,
  type PaymentRow,
  type ProviderRefunding,
  ProviderRefusal,
  paymentThere,
  providerRefund,
  type RefundState,
  settleRefund,
} from "../payments/index.ts";
import { closeWhenPaid } from "./close.ts";
import { openToPay } from "./openToPay.ts";
import { withdrawWhenUndone } from "./refund.ts";
import { settlePayment } from "./settle.ts";

/** A refund that a provider is to be asked for, or about. */
export interface SettlingRefund {
  readonly businessId: string;
  readonly refundId: string;
  /** Nobody has asked for it before: while we may not even ask whether it was made, it was not. */
  readonly isNew?: boolean;
}

/**
 * Has the provider give money back, or asks what has become of it, and writes down how it ended: the provider knows a
 * refund by our id, so that asking again gives nothing back twice. One that had succeeded may have failed since, when the
 * bank has sent the money back: then it is the business's again, and a sale that is paid in full by it closes. Answers
 * what the provider says it is now. Whatever is thrown leaves it as it was, for the next who asks.
 */
export async function finishRefund(
  context: Context,
  provider: PaymentProvider,
  { businessId, refundId, isNew = false }: SettlingRefund,
): Promise<RefundState["status"]> {
  const { database, clock } = context;
  const known = await providerRefund(database, businessId, refundId);
  if (known === undefined) return "failed";
  const { payment } = known;
  const state = await ask(provider, known).catch(async (error: unknown) => {
    if (error instanceof ProviderRefusal) return null;
    if (!(error instanceof AccountGone)) throw error;
    const account = { businessId, accountId: payment.provider_account_id ?? "", now: clock.now() };
    await database.transaction(async (tx) => accountIsGone(tx, account));
    return isNew ? null : undefined;
  });
  if (state === undefined) return known.refund.status;
  await inTheBooks(context, businessId, payment, (tx, payload, locked, now) =>
    settleRefund(tx, businessId, payload, { payment: locked, refundId, state, now }),
  );
  return state?.status ?? "failed";
}

/** A refund that an event tells of and that was not asked for here, by its number and its payment's. */
export interface RefundThere {
  readonly businessId: string;
  readonly providerPaymentId: string;
  readonly providerRefundId: string;
}

/**
 * Takes over what the business gave back on the provider's own pages: it is in nobody's books here, and the money is gone all
 * the same. What was taken is written down first, should nobody have heard of it yet. One of somebody else's payment
 * is left alone.
 */
export async function takeOverRefund(
  context: Context,
  provider: PaymentProvider,
  { businessId, providerPaymentId, providerRefundId }: RefundThere,
): Promise<void> {
  const payment = await paymentThere(context.database, businessId, provider, providerPaymentId);
  if (payment === undefined || payment.provider_account_id === null) return;
  const { id: paymentId, provider_account_id: accountId, currency } = payment;
  await settlePayment(context, provider, { businessId, paymentId });
  const state = await provider.readRefund({ accountId, providerRefundId, amountMinor: null, currency });
  await inTheBooks(context, businessId, payment, async (tx, payload, locked, now) =>
    locked.status === "pending" || locked.status === "failed"
      ? "nothing"
      : adoptRefund(tx, businessId, payload, { payment: locked, state, now }),
  );
}

/** Writes down what has become of a refund, behind the locks of its sale and payment, and what follows from that. */
function inTheBooks(
  { database, clock }: Context,
  businessId: string,
  payment: PaymentRow,
  write: (
    tx: Transaction,
    payload: WebhookPayload,
    locked: PaymentRow,
    now: number,
  ) => ReturnType<typeof settleRefund>,
): Promise<void> {
  return withSnapshot(database, businessId, (setup) =>
    database.transaction(async (tx) => {
      const open = await openToPay(tx, setup, payment.sale_id, null);
      const locked = await lockedPayment(tx, businessId, payment.id);
      if (locked === undefined) throw new Error(`Payment ${payment.id} is gone.`);
      const now = clock.now();
      const happened = await write(tx, setup.webhookPayload, locked, now);
      if (happened === "succeeded") await withdrawWhenUndone(tx, businessId, payment.sale_id, now);
      if (happened === "came back") await closeWhenPaid(tx, setup, open, { takenIds: [], now });
    }),
  );
}

/** What has a number there is asked about and never asked for again: it may have been made on the provider's own pages. */
function ask(provider: PaymentProvider, { refund, payment }: ProviderRefunding): Promise<RefundState> {
  const { id: refundId, amount: amountMinor, provider_refund_id: providerRefundId } = refund;
  const { provider_account_id: accountId, provider_payment_id: providerPaymentId, currency } = payment;
  if (accountId === null || providerPaymentId === null)
    throw new Error(`Payment ${payment.id} has no number with its provider.`);
  const amount = { accountId, amountMinor, currency };
  return providerRefundId === null
    ? provider.refund({ ...amount, refundId, providerPaymentId })
    : provider.readRefund({ ...amount, providerRefundId });
}
