import type { Context } from "../../../../platform/context.ts";
import { withSnapshot } from "../../../scheduling/snapshot/index.ts";
import type { PaymentProvider } from "../provider/provider.ts";
import { settleRefund } from "../settleRefund.ts";
import { listDueDeposits } from "./depositStore.ts";
import { settleByPolicy } from "./settleDeposit.ts";

const PAGE = 100;

/**
 * Settles the deposits whose appointment the client or the system has cancelled, once the cancellation can no longer be undone.
 * Each deposit has its own transaction. The refund is requested after the commit; if the request fails, the job for pending
 * refunds sends the request again. Logs a failure and continues with the next deposit.
 */
export async function settleDueDeposits(
  context: Context,
  provider: PaymentProvider,
  log: (message: string, error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = context;
  const due = await database.query(listDueDeposits, { now: clock.now(), limit: PAGE });
  for (const { business_id: businessId, payment_id: paymentId } of due) {
    if (signal.aborted) return;
    try {
      const settled = await withSnapshot(database, businessId, (snapshot) =>
        database.transaction((tx) => settleByPolicy(tx, snapshot, { paymentId, now: clock.now() })),
      );
      const refundId = settled?.pendingRefundId ?? null;
      if (refundId !== null) await settleRefund(context, provider, { businessId, refundId, isNew: true });
    } catch (error) {
      log(`deposit ${paymentId} could not be settled`, error);
    }
  }
}
