import type { Context } from "../../../platform/context.ts";
import {
  accountsToAsk,
  type PaymentProvider,
  pendingPayments,
  pendingRefunds,
  refreshAccount,
} from "../payments/index.ts";
import { finishRefund } from "./finishRefund.ts";
import { settlePayment } from "./settle.ts";

const MINUTE_MS = 60_000;
/** A request under way is given this long before anybody else asks in its place. */
const PATIENCE_MS = 2 * MINUTE_MS;
/** Whoever has not paid online by then will not: what was kept for them is due again. */
const LONGEST_WAIT_MS = 24 * 60 * MINUTE_MS;
/** What was begun and has no number with the provider by then was interrupted, and nobody has its secret. */
const LONGEST_START_MS = 10 * MINUTE_MS;

/**
 * Asks the provider about everything that is open with it, for the worker to call every few minutes: events may be
 * lost, and processes end between two steps. One that fails is told to the log and does not keep the others. Once
 * `signal` is aborted it ends before the next.
 */
export async function settlePending(
  context: Context,
  provider: PaymentProvider,
  log: (message: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const each = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log(`${what} could not be settled with the payment provider`, error);
    }
  };
  for await (const { businessId, id, createdAt } of pendingPayments(database, now - PATIENCE_MS)) {
    if (signal.aborted) return;
    const ageMs = now - createdAt;
    const patience = {
      cancelUnpaid: ageMs > LONGEST_WAIT_MS,
      dropUnbegun: ageMs > LONGEST_START_MS,
    };
    await each(`payment ${id}`, () =>
      settlePayment(context, provider, { businessId, paymentId: id, ...patience }),
    );
  }
  for await (const { businessId, id } of pendingRefunds(database, now - PATIENCE_MS)) {
    if (signal.aborted) return;
    await each(`refund ${id}`, () => finishRefund(context, provider, { businessId, refundId: id }));
  }
  for (const { businessId, accountId } of await accountsToAsk(database, now)) {
    if (signal.aborted) return;
    await each(`account ${accountId}`, () =>
      refreshAccount(database, provider, { businessId, accountId, now }),
    );
  }
}
