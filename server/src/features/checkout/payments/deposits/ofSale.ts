import type { WebhookPayload } from "../../../../kernel/events.ts";
import type { Transaction } from "../../../../platform/database/index.ts";
import { readSaleRow, saleLocks } from "../../sales/index.ts";
import { keptMinor, type PaymentRow } from "../paymentRow.ts";
import { insertPendingRefund, refundAtOnce } from "../recordRefund.ts";
import { attachDeposits, detachDeposits } from "./depositStore.ts";

/**
 * Attaches the held deposits of an appointment to its new sale as payments, except deposits with a pending refund. The appointment and
 * the sale must be locked.
 */
export function attachTo(
  tx: Transaction,
  businessId: string,
  sale: { readonly id: string; readonly appointment_id: string | null },
  now: number,
): void {
  const { id: saleId, appointment_id: appointmentId } = sale;
  if (appointmentId !== null) tx.write(attachDeposits, { businessId, appointmentId, saleId, now });
}

/**
 * Locks a sale that is about to be voided. If the sale is open, detaches its deposits, which then belong only to the
 * appointment. Throws `not_found` for an unknown sale.
 */
export async function releaseDeposits(
  tx: Transaction,
  businessId: string,
  { saleId, now }: { readonly saleId: string; readonly now: number },
): Promise<void> {
  const [, { status }] = await Promise.all([
    saleLocks.lockSale(tx, businessId, saleId),
    readSaleRow(tx, businessId, saleId),
  ]);
  if (status === "open") tx.write(detachDeposits, { businessId, saleId, now });
}

/** Sums the deposits among these payments, minus their refunded parts, in minor units. */
export function depositsMinor(payments: readonly PaymentRow[]): number {
  return payments.reduce((sum, one) => sum + (one.kind === "deposit" ? keptMinor(one) : 0), 0);
}

/**
 * Refunds overpayment of a completed sale: the amount by which its payments exceed its total. Takes the amount from the
 * deposits of the sale, newest first. A deposit taken at the desk is refunded immediately. The refund of an online deposit
 * stays pending until a background job settles it. The sale and its payments must be locked.
 */
export async function refundExcess(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  paid: { readonly totalMinor: number; readonly payments: readonly PaymentRow[]; readonly now: number },
): Promise<void> {
  const { totalMinor, payments, now } = paid;
  let excess = payments.reduce((sum, payment) => sum + keptMinor(payment), -totalMinor);
  for (const payment of payments.toReversed()) {
    const left = payment.amount - payment.refunded_amount - payment.refunding_amount;
    const amountMinor = payment.kind === "deposit" ? Math.min(left, excess) : 0;
    if (amountMinor <= 0) continue;
    excess -= amountMinor;
    const wanted = { amountMinor, reason: EXCESS, now };
    if (payment.provider !== null) insertPendingRefund(tx, businessId, payment, wanted);
    else await refundAtOnce(tx, businessId, payload, payment, { ...wanted, recordLines: async () => {} });
  }
}

const EXCESS = "Deposit beyond the total of the sale";
