import { ApiError, invalid, notFound } from "../../../kernel/errors.ts";
import type { WebhookPayload } from "../../../kernel/events.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import {
  beginRefund,
  isUnit,
  keptMinor,
  lockedPayment,
  type PaymentRecord,
  type PaymentRow,
  paymentRecord,
  paymentsOfSale,
  readPayment,
  refundHere,
} from "../payments/index.ts";
import { withdrawIssued } from "../wallet/index.ts";
import { readSaleRow } from "./readSales.ts";
import type { RefundInputValues } from "./schema.ts";
import { lockSale } from "./store.ts";

export interface RefundWish {
  readonly paymentId: string;
  readonly input: RefundInputValues;
  readonly now: number;
}

/** What has come of it: done, or begun with the provider, which is to be asked once the transaction has ended. */
export interface Refunding {
  readonly payment: PaymentRecord;
  readonly pendingRefundId: string | null;
}

/**
 * Gives money back: never more than what remains of the payment. The sale is locked first, then the payment, so that
 * two who refund at once see each other. What came out of a wallet goes back into it, a unit as a whole. When nothing of
 * a closed sale is left, what it put into wallets is taken back. Throws `not_found`, `validation_failed`, and
 * `invalid_transition` for a payment that was never taken.
 */
export async function refund(
  tx: Transaction,
  business: { readonly id: string; readonly webhookPayload: WebhookPayload },
  { paymentId, input, now }: RefundWish,
): Promise<Refunding> {
  const { id: businessId, webhookPayload } = business;
  const { sale_id: saleId } = await readPayment(tx, businessId, paymentId);
  if (saleId === null) throw notFound();
  const [, payment] = await Promise.all([
    tx.query(lockSale, [businessId, saleId]),
    lockedPayment(tx, businessId, paymentId),
  ]);
  if (payment === undefined) throw notFound();
  refuseUnsound(payment, input);
  const wanted = { amountMinor: input.amount.amount, reason: input.reason || null, now };
  if (payment.provider !== null) {
    const pendingRefundId = beginRefund(tx, businessId, payment, wanted);
    return { payment: paymentRecord(payment), pendingRefundId };
  }
  const record = await refundHere(tx, businessId, webhookPayload, payment, wanted);
  await withdrawWhenUndone(tx, businessId, saleId, now);
  return { payment: record, pendingRefundId: null };
}

/** Nothing of what was paid is left: nothing of what was bought is either, as far as it was not used. */
export async function withdrawWhenUndone(
  tx: Transaction,
  businessId: string,
  saleId: string,
  now: number,
): Promise<void> {
  const [sale, payments] = await Promise.all([
    readSaleRow(tx, businessId, saleId),
    paymentsOfSale(tx, businessId, saleId),
  ]);
  if (sale.status === "completed" && payments.every((payment) => keptMinor(payment) === 0))
    await withdrawIssued(tx, businessId, { saleId, now });
}

function refuseUnsound(payment: PaymentRow, { amount }: RefundInputValues): void {
  const { status, currency } = payment;
  if (amount.currency !== currency)
    throw invalid({ path: "/amount/currency", message: `must be the payment's currency, ${currency}` });
  if (status === "pending" || status === "failed")
    throw new ApiError("invalid_transition", `A payment that is ${status} cannot be given back.`, {
      from: status,
      to: "refunded",
      allowed: [],
    });
  const left = payment.amount - payment.refunded_amount - payment.refunding_amount;
  if (amount.amount > left)
    throw invalid({
      path: "/amount",
      message: `must be at most ${left}, which is what is left of it`,
    });
  if (isUnit(payment.method) && amount.amount !== payment.amount)
    throw invalid({
      path: "/amount",
      message: `must be ${payment.amount}: a unit goes back as a whole`,
    });
}
