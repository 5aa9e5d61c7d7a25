import type { Context } from "../../../platform/context.ts";
import { withSnapshot } from "../../scheduling/calendar/index.ts";
import {
  AccountGone,
  accountIsGone,
  lockedPayment,
  nameOnlinePayment,
  type PaymentProvider,
  type PaymentRow,
  type PaymentState,
  pendingPayment,
  settleOnlinePayment,
} from "../payments/index.ts";
import { closeWhenPaid } from "./close.ts";
import { openToPay } from "./openToPay.ts";

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
 * is there, whatever has happened to the visit meanwhile: a sale that is paid in full closes. Over the network first,
 * then one transaction. Throws `AmountDiffers` and leaves it pending: that is for people to look into.
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
  const { provider_account_id: accountId } = payment;
  const providerPaymentId = payment.provider_payment_id ?? settling.providerPaymentId;
  const { status, card } =
    providerPaymentId === undefined
      ? ({ status: settling.dropUnbegun === true ? "failed" : "pending", card: null } as const)
      : await stateThere(context, provider, payment, { accountId, providerPaymentId }, settling);
  if (status === "pending") return;
  await withSnapshot(database, businessId, (setup) =>
    database.transaction(async (tx) => {
      const open = await openToPay(tx, setup, payment.sale_id, null);
      const locked = await lockedPayment(tx, businessId, paymentId);
      if (locked?.status !== "pending") return;
      // It was begun after all, however long that took.
      if (providerPaymentId === undefined && locked.provider_payment_id !== null) return;
      const now = clock.now();
      if (providerPaymentId !== undefined) {
        const named = { paymentId, providerPaymentId, now };
        // What an event named may turn out to be another's.
        if (!(await nameOnlinePayment(tx, businessId, named))) return;
      }
      await settleOnlinePayment(tx, businessId, { paymentId, state: { status, card }, now });
      const takenIds = status === "succeeded" ? [paymentId] : [];
      await closeWhenPaid(tx, setup, open, { takenIds, now });
    }),
  );
}

/**
 * How it stands with the provider. On an account that is gone nobody can pay any more, and nobody tells us whether
 * somebody had: by hand or after the longest wait it is given up. The owner sees on the provider's pages what was paid.
 */
async function stateThere(
  { database, clock }: Context,
  provider: PaymentProvider,
  { amount: amountMinor, currency }: PaymentRow,
  named: { readonly accountId: string; readonly providerPaymentId: string },
  { businessId, cancelUnpaid = false }: Settling,
): Promise<PaymentState> {
  const there = { ...named, amountMinor, currency };
  try {
    return await (cancelUnpaid ? provider.cancelPayment(there) : provider.readPayment(there));
  } catch (error) {
    if (!(error instanceof AccountGone)) throw error;
    const account = { businessId, accountId: named.accountId, now: clock.now() };
    await database.transaction(async (tx) => accountIsGone(tx, account));
    return { status: cancelUnpaid ? "failed" : "pending", card: null };
  }
}
