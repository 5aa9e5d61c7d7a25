import { ApiError, invalid, notFound } from "../../../kernel/errors.ts";
import type { WebhookPayload } from "../../../kernel/events.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { readSaleRow, retaxSale, saleLocks } from "../sales/index.ts";
import { balanceMinor, readDeposit } from "./deposits/depositRecord.ts";
import { paymentRecord } from "./paymentRecord.ts";
import { isUnit, type PaymentRow } from "./paymentRow.ts";
import { readPayment } from "./readPayments.ts";
import { insertPendingRefund, lockedPayment, refundAtOnce } from "./recordRefund.ts";
import { recordLineRefunds } from "./refundedEntitlements.ts";
import { lineRefunds } from "./refundLines.ts";
import { recordRefundTaxes } from "./refundTaxes.ts";
import type { PaymentRecord, RefundInputValues } from "./schema.ts";

/** Maximum number of refunds of a payment, because the API record of a payment lists all refunds. */
const MAX_REFUNDS = 100;

export interface Refunding {
  readonly paymentId: string;
  readonly input: RefundInputValues;
  readonly now: number;
}

/** The payment after its refund. The caller must settle a pending refund with the provider after the transaction. */
export interface Refunded {
  readonly payment: PaymentRecord;
  readonly pendingRefundId: string | null;
}

/**
 * Refunds a payment, at most the part that was not refunded before. Locks the sale, then the payment, so that concurrent refunds run one
 * after another. A redemption is returned to the wallet; a unit can only be returned as a whole. Refunding a prepaid line withdraws a
 * proportional part of the entitlements that the line issued. Throws `not_found` for an unknown payment, `validation_failed` for invalid
 * input, and `invalid_transition` for a payment that is pending or failed.
 */
export async function refund(
  tx: Transaction,
  business: { readonly id: string; readonly webhookPayload: WebhookPayload },
  { paymentId, input, now }: Refunding,
): Promise<Refunded> {
  const { id: businessId, webhookPayload } = business;
  const { sale_id: saleId } = await readPayment(tx, businessId, paymentId);
  if (saleId === null) return refundDeposit(tx, business, { paymentId, input, now });
  const [, payment, sale] = await Promise.all([
    saleLocks.lockSale(tx, businessId, saleId),
    lockedPayment(tx, businessId, paymentId),
    readSaleRow(tx, businessId, saleId),
  ]);
  if (payment === undefined) throw notFound();
  assertRefundable(payment, input);
  const wanted = { amountMinor: input.amount.amount, reason: input.reason || null, now };
  const lines = await lineRefunds(tx, businessId, sale, payment, input);
  const { amountMinor } = wanted;
  const recordLines = async (refundId: string) => {
    await recordLineRefunds(tx, businessId, saleId, lines, { refundId, now });
    await recordRefundTaxes(tx, businessId, sale, { refundId, payment, amountMinor, lines });
    if (sale.status === "open" && payment.sale_line_id !== null)
      await retaxSale(tx, businessId, sale, { lineIds: [payment.sale_line_id], redeemed: false, now });
  };
  if (payment.provider !== null) {
    const pendingRefundId = insertPendingRefund(tx, businessId, payment, wanted);
    await recordLines(pendingRefundId);
    return { payment: paymentRecord(payment), pendingRefundId };
  }
  const record = await refundAtOnce(tx, businessId, webhookPayload, payment, { ...wanted, recordLines });
  return { payment: record, pendingRefundId: null };
}

/**
 * Refunds a part of a deposit that is not part of a sale. Throws the errors of `refund`, `validation_failed` if the amount
 * exceeds the balance of the deposit, and `not_found` if a concurrent checkout has added the deposit to a sale.
 */
async function refundDeposit(
  tx: Transaction,
  { id: businessId, webhookPayload }: { readonly id: string; readonly webhookPayload: WebhookPayload },
  { paymentId, input, now }: Refunding,
): Promise<Refunded> {
  const payment = await lockedPayment(tx, businessId, paymentId);
  if (payment === undefined || payment.sale_id !== null) throw notFound();
  assertRefundable(payment, input);
  const balance = balanceMinor(await readDeposit(tx, businessId, paymentId));
  if (input.amount.amount > balance)
    throw invalid({
      path: "/amount",
      message: `must be at most ${balance} minor units, the balance of the deposit`,
    });
  if (input.lines !== undefined)
    throw invalid({ path: "/lines", message: "is not accepted for a deposit without a sale" });
  const wanted = { amountMinor: input.amount.amount, reason: input.reason || null, now };
  if (payment.provider !== null) {
    const pendingRefundId = insertPendingRefund(tx, businessId, payment, wanted);
    return { payment: paymentRecord(payment), pendingRefundId };
  }
  const recordLines = async () => {};
  const record = await refundAtOnce(tx, businessId, webhookPayload, payment, { ...wanted, recordLines });
  return { payment: record, pendingRefundId: null };
}

function assertRefundable(payment: PaymentRow, { amount }: RefundInputValues): void {
  const { status, currency } = payment;
  if (amount.currency !== currency)
    throw invalid({ path: "/amount/currency", message: `must be the payment's currency, ${currency}` });
  if (status === "pending" || status === "failed")
    throw new ApiError(
      "invalid_transition",
      `A payment with the status ${status} cannot be refunded. The status must be succeeded or partially_refunded.`,
      {
        from: status,
        to: "refunded",
        allowed: [],
      },
    );
  if (payment.refunds.length >= MAX_REFUNDS)
    throw invalid({
      path: "/amount",
      message: `is not accepted: a payment has at most ${MAX_REFUNDS} refunds`,
    });
  const left = payment.amount - payment.refunded_amount - payment.refunding_amount;
  if (amount.amount > left)
    throw invalid({
      path: "/amount",
      message: `must be at most ${left} minor units, the amount not yet refunded`,
    });
  if (isUnit(payment.method) && amount.amount !== payment.amount)
    throw invalid({
      path: "/amount",
      message: `must be ${payment.amount} minor units: a payment with a package or membership can only be refunded in full`,
    });
}
