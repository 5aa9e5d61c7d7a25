import { ApiError, invalid, notFound } from "../../../../kernel/errors.ts";
import type { Transaction } from "../../../../platform/database/index.ts";
import { lockAppointmentAndClient } from "../../../scheduling/appointments/index.ts";
import type { SchedulingSnapshot } from "../../../scheduling/snapshot/index.ts";
import { insertPendingRefund, lockedPayment, refundAtOnce } from "../recordRefund.ts";
import { balanceMinor, feeMinor, readDeposit } from "./depositRecord.ts";
import { type DepositRow, keepDeposit } from "./depositStore.ts";
import type { DepositSettlementValues } from "./schema.ts";

/** A settled deposit. The caller must settle a pending refund with the provider after the transaction. */
export interface Settled {
  readonly paymentId: string;
  readonly pendingRefundId: string | null;
}

/**
 * Settles a deposit with the status `to_settle`: keeps the amount in the request and refunds the rest. Throws `not_found` for an unknown
 * deposit, `invalid_transition` for a deposit that cannot be settled, and `validation_failed` for an invalid amount.
 */
export async function settleByDecision(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  settling: { readonly paymentId: string; readonly input: DepositSettlementValues; readonly now: number },
): Promise<Settled> {
  const { kept } = settling.input;
  const deposit = await lockDeposit(tx, snapshot, settling.paymentId);
  if (deposit.status !== "to_settle")
    throw new ApiError(
      "invalid_transition",
      `A deposit with the status ${deposit.status} cannot be settled. The status must be to_settle.`,
      {
        from: deposit.status,
        to: "settled",
        allowed: [],
      },
    );
  if (kept.currency !== deposit.currency)
    throw invalid({ path: "/kept/currency", message: `must be the deposit's currency, ${deposit.currency}` });
  const balance = balanceMinor(deposit);
  if (kept.amount > balance)
    throw invalid({
      path: "/kept/amount",
      message: `must be at most ${balance} minor units, the balance of the deposit`,
    });
  return settle(tx, snapshot, deposit, { keptMinor: kept.amount, now: settling.now });
}

/**
 * Settles a deposit automatically, once the client or the system has cancelled its appointment and the cancellation can no
 * longer be undone. Keeps the fee that the policy allows and refunds the rest. Returns null for a deposit that is no longer
 * due.
 */
export async function settleByPolicy(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { paymentId, now }: { readonly paymentId: string; readonly now: number },
): Promise<Settled | null> {
  const deposit = await lockDeposit(tx, snapshot, paymentId);
  if (deposit.status !== "settling" || (deposit.settle_at ?? now) > now) return null;
  return settle(tx, snapshot, deposit, { keptMinor: feeMinor(deposit) ?? 0, now });
}

/** Locks the client, the appointment and the payment of a deposit, and reads the deposit in a later statement. */
async function lockDeposit(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  paymentId: string,
): Promise<DepositRow> {
  const { businessId } = snapshot;
  const { appointment_id } = await readDeposit(tx, businessId, paymentId);
  await lockAppointmentAndClient(tx, snapshot, appointment_id, null);
  await lockedPayment(tx, businessId, paymentId);
  return readDeposit(tx, businessId, paymentId);
}

async function settle(
  tx: Transaction,
  { businessId, webhookPayload }: SchedulingSnapshot,
  deposit: DepositRow,
  { keptMinor, now }: { readonly keptMinor: number; readonly now: number },
): Promise<Settled> {
  const { payment_id: paymentId } = deposit;
  const amountMinor = balanceMinor(deposit) - keptMinor;
  const kept = deposit.kept_amount + keptMinor;
  tx.write(keepDeposit, { businessId, paymentId, keptMinor: kept, keptAt: kept > 0 ? now : null, now });
  if (amountMinor === 0) return { paymentId, pendingRefundId: null };
  const payment = await lockedPayment(tx, businessId, paymentId);
  if (payment === undefined) throw notFound();
  const wanted = { amountMinor, reason: null, now };
  if (payment.provider !== null)
    return { paymentId, pendingRefundId: insertPendingRefund(tx, businessId, payment, wanted) };
  await refundAtOnce(tx, businessId, webhookPayload, payment, { ...wanted, recordLines: async () => {} });
  return { paymentId, pendingRefundId: null };
}
