import type { Context } from "../../../platform/context.ts";
import { accountsToRefresh, refreshAccount } from "./account/account.ts";
import { PAYMENT_TIMEOUT_MS } from "./onlinePayment.ts";
import { pendingPayments, pendingRefunds } from "./pending.ts";
import type { PaymentProvider } from "./provider/provider.ts";
import { settlePayment } from "./settlePayment.ts";
import { settleRefund } from "./settleRefund.ts";

const MINUTE_MS = 60_000;
/**
 * The age in milliseconds from which the background job settles a pending payment or refund. The request that started a more
 * recent payment or refund may still be running.
 */
const REQUEST_TIMEOUT_MS = 2 * MINUTE_MS;
/**
 * The age in milliseconds from which a payment without an id at the provider counts as interrupted: its request has ended without sending
 * the secret.
 */
const START_TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * Settles all pending payments and refunds with the provider and refreshes accounts, because events may be lost and processes may
 * crash. Logs a failure and continues with the next item. Stops before the next item once `signal` is aborted.
 */
export async function settlePending(
  context: Context,
  provider: PaymentProvider,
  log: (message: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const attempt = async (subject: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log(`${subject} could not be settled with the payment provider`, error);
    }
  };
  for await (const { businessId, id, createdAt } of pendingPayments(database, now - REQUEST_TIMEOUT_MS)) {
    if (signal.aborted) return;
    const ageMs = now - createdAt;
    const settling = {
      businessId,
      paymentId: id,
      cancelUnpaid: ageMs > PAYMENT_TIMEOUT_MS,
      failUnstarted: ageMs > START_TIMEOUT_MS,
    };
    await attempt(`payment ${id}`, () => settlePayment(context, provider, settling));
  }
  for await (const { businessId, id } of pendingRefunds(database, now - REQUEST_TIMEOUT_MS)) {
    if (signal.aborted) return;
    await attempt(`refund ${id}`, () => settleRefund(context, provider, { businessId, refundId: id }));
  }
  for (const { businessId, accountId } of await accountsToRefresh(database, now)) {
    if (signal.aborted) return;
    await attempt(`account ${accountId}`, () =>
      refreshAccount(database, provider, { businessId, accountId, now }),
    );
  }
}
