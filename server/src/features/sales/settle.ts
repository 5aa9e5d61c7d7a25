import type { Context } from "../../platform/context.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { type Setup, withSetup } from "../calendar/index.ts";
import {
  lockedPayment,
  nameOnlinePayment,
  type PaymentProvider,
  type PaymentState,
  ProviderRefusal,
  pendingPayment,
  pendingRefund,
  settleOnlinePayment,
  settleRefund,
} from "../payments/index.ts";
import { close, tellAll } from "./close.ts";
import { dueMinor, type OpenSale, openToPay } from "./openToPay.ts";
import { withdrawWhenUndone } from "./refund.ts";
import { lockSale, touchSale } from "./store.ts";

/** A payment to ask the provider about. */
export interface Settling {
  readonly businessId: string;
  readonly paymentId: string;
  /** Its number with the provider, where an event came before we had written it down. */
  readonly providerPaymentId?: string;
  /** Take it back if nobody has paid it yet. */
  readonly cancelUnpaid?: boolean;
  /** It was never begun: whoever was to do so was interrupted long ago, and nobody has its secret. */
  readonly dropUnbegun?: boolean;
}

/**
 * Asks the provider how a payment has ended and writes it down, once: whoever comes second finds it settled. The money
 * is there, whatever has happened to the visit meanwhile: a sale that is paid in full closes if its visit takes place,
 * and else stays open, to be given back. Over the network first, then one transaction.
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
  const providerPaymentId = payment.provider_payment_id ?? settling.providerPaymentId;
  const there = { accountId: payment.provider_account_id, providerPaymentId: providerPaymentId ?? "" };
  const state: PaymentState =
    providerPaymentId === undefined
      ? { status: settling.dropUnbegun === true ? "failed" : "pending", card: null }
      : await (settling.cancelUnpaid === true ? provider.cancelPayment(there) : provider.readPayment(there));
  const { status, card } = state;
  if (status === "pending") return;
  await withSetup(database, businessId, (setup) =>
    database.transaction(async (tx) => {
      const open = await openToPay(tx, setup, payment.sale_id, null);
      const locked = await lockedPayment(tx, businessId, paymentId);
      if (locked?.status !== "pending") return;
      const now = clock.now();
      if (locked.provider_payment_id === null && providerPaymentId !== undefined)
        nameOnlinePayment(tx, businessId, { paymentId, providerPaymentId, now });
      await settleLocked(tx, setup, open, { paymentId, state: { status, card }, now });
    }),
  );
}

async function settleLocked(
  tx: Transaction,
  setup: Setup,
  open: OpenSale,
  settled: Parameters<typeof settleOnlinePayment>[2],
): Promise<void> {
  const { businessId } = setup;
  const { paymentId, state, now } = settled;
  const record = await settleOnlinePayment(tx, businessId, settled);
  const isPaid =
    state.status === "succeeded" &&
    dueMinor(open) === 0 &&
    open.payments.every((payment) => payment.status !== "pending" || payment.id === paymentId);
  if (isPaid && open.row.status === "open" && takesPlace(open)) {
    await close(tx, setup, open, { payments: [record], now });
    return;
  }
  tx.write(touchSale, [businessId, open.row.id, new Date(now)]);
  if (state.status === "succeeded") tellAll(tx, setup, [record], now);
}

function takesPlace({ visit }: OpenSale): boolean {
  const status = visit?.appointment.status;
  return status !== "cancelled" && status !== "declined" && status !== "no_show";
}

/** A refund that a provider is to be asked for, or about. */
export interface SettlingRefund {
  readonly businessId: string;
  readonly refundId: string;
}

/**
 * Has the provider give money back, or asks what has become of it, and writes down how it ended: the provider knows a
 * refund by our id, so that asking again gives nothing back twice. Answers what it is now. Whatever is thrown leaves
 * the refund pending, for the next who asks.
 */
export async function finishRefund(
  { database, clock }: Context,
  provider: PaymentProvider,
  { businessId, refundId }: SettlingRefund,
): Promise<"succeeded" | "pending" | "failed"> {
  const pending = await pendingRefund(database, businessId, refundId);
  if (pending === undefined) return "pending";
  const { payment, amountMinor } = pending;
  const { provider_account_id: accountId, provider_payment_id: providerPaymentId, currency } = payment;
  if (accountId === null || providerPaymentId === null)
    throw new Error(`Payment ${payment.id} has no number with its provider.`);
  const state = await provider
    .refund({ refundId, accountId, providerPaymentId, amountMinor, currency })
    .catch((error: unknown) => {
      if (error instanceof ProviderRefusal) return null;
      throw error;
    });
  return withSetup(database, businessId, (setup) =>
    database.transaction(async (tx) => {
      const [, locked] = await Promise.all([
        tx.query(lockSale, [businessId, payment.sale_id]),
        lockedPayment(tx, businessId, payment.id),
      ]);
      if (locked === undefined) throw new Error(`Payment ${payment.id} is gone.`);
      const now = clock.now();
      const settled = { payment: locked, refundId, state, now };
      if (await settleRefund(tx, businessId, setup.webhookPayload, settled))
        await withdrawWhenUndone(tx, businessId, payment.sale_id, now);
      return state?.status ?? "failed";
    }),
  );
}
