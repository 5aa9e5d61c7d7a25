import type { WebhookPayload } from "../../../kernel/events.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { readSaleRow, saleCompletion } from "../sales/index.ts";
import { returnToWallet } from "../wallet/index.ts";
import { paymentRecord, publishPayment } from "./paymentRecord.ts";
import type { RefundState } from "./provider/provider.ts";
import { restoreEntitlements } from "./refundedEntitlements.ts";
import {
  findRefund,
  findRefundByProvider,
  insertRefund,
  type RefundRow,
  setRefundOutcome,
} from "./refundStore.ts";
import { recordRefundTaxes } from "./refundTaxes.ts";
import type { PaymentRecord } from "./schema.ts";
import { addRefunded, findPayment, lockPayment, type PaymentRow } from "./store.ts";

/**
 * Locks a payment and reads it in a later statement. Returns undefined for an unknown payment. If the payment belongs to a
 * sale, the caller must have locked the sale.
 */
export async function lockedPayment(
  tx: Transaction,
  businessId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const [, [row]] = await Promise.all([
    tx.query(lockPayment, { businessId, paymentId }),
    tx.query(findPayment, { businessId, paymentId, ownStaffId: null }),
  ]);
  return row;
}

export interface WantedRefund {
  readonly amountMinor: number;
  readonly reason: string | null;
  readonly now: number;
}

/**
 * Refunds a payment that was not made online: cash, a card terminal payment, or a redemption. The units or amount of a redemption return to
 * the wallet. Publishes payment.refunded. The caller must have validated the amount.
 */
export async function refundAtOnce(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  payment: PaymentRow,
  wanted: WantedRefund & {
    /** Writes the lines of the refund. Called before the event is published. */
    readonly recordLines: (refundId: string) => Promise<void>;
  },
): Promise<PaymentRecord> {
  const { amountMinor, now } = wanted;
  const refundId = insert(tx, businessId, payment, wanted, "succeeded");
  addTo(tx, businessId, payment, { refunded: amountMinor, refunding: 0 }, now);
  await wanted.recordLines(refundId);
  if (payment.entitlement_id !== null)
    await returnToWallet(tx, businessId, { paymentId: payment.id, refundId, amountMinor, now });
  return publishRefund(tx, businessId, payload, { paymentId: payment.id, refundId, now });
}

/** Inserts a pending refund, which reserves its amount. Returns its id. */
export function insertPendingRefund(
  tx: Transaction,
  businessId: string,
  payment: PaymentRow,
  wanted: WantedRefund,
): string {
  const refundId = insert(tx, businessId, payment, wanted, "pending");
  addTo(tx, businessId, payment, { refunded: 0, refunding: wanted.amountMinor }, wanted.now);
  return refundId;
}

/** A refund of an online payment. The refund is pending, or it has succeeded and can still fail. */
export interface OnlineRefund {
  readonly refund: RefundRow & { readonly status: "pending" | "succeeded" };
  readonly payment: PaymentRow;
}

/**
 * Returns a refund of an online payment. Returns undefined for a refund of any other payment, and for a failed refund, whose
 * status is final.
 */
export async function onlineRefund(
  reader: Reader,
  businessId: string,
  refundId: string,
): Promise<OnlineRefund | undefined> {
  const [refund] = await reader.query(findRefund, { businessId, refundId });
  if (refund === undefined || refund.status === "failed") return undefined;
  const [payment] = await reader.query(findPayment, {
    businessId,
    paymentId: refund.payment_id,
    ownStaffId: null,
  });
  if (payment === undefined || payment.provider === null) return undefined;
  return { refund: { ...refund, status: refund.status }, payment };
}

/** The effect of writing a refund state: `reversed` means that the refund had succeeded and has now failed. */
export type RefundChange = "succeeded" | "failed" | "reversed" | "unchanged";

/**
 * Writes the outcome of a refund at the provider. Repeated calls have no effect. A successful refund publishes payment.refunded. After a
 * failed refund, the amount can be refunded again. A refund that succeeded can still fail when the bank returns the money; contract §7
 * defines no event for this failure. The payment must be locked.
 */
export async function recordRefundState(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  outcome: {
    readonly payment: PaymentRow;
    readonly refundId: string;
    /** Null when the provider rejected the request for the refund. */
    readonly state: RefundState | null;
    readonly now: number;
  },
): Promise<RefundChange> {
  const { payment, refundId, state, now } = outcome;
  const [refund] = await tx.query(findRefund, { businessId, refundId });
  if (refund === undefined || refund.status === "failed") return "unchanged";
  if (refund.status === "succeeded" && state?.status !== "failed") return "unchanged";
  const status = state?.status ?? "failed";
  const providerRefundId = state?.providerRefundId ?? null;
  tx.write(setRefundOutcome, { businessId, refundId, status, providerRefundId, now });
  if (status === "pending") return "unchanged";
  if (status === "failed") await restoreEntitlements(tx, businessId, payment, { refundId, now });
  if (refund.status === "succeeded") {
    addTo(tx, businessId, payment, { refunded: -refund.amount, refunding: 0 }, now);
    return "reversed";
  }
  const refunded = status === "succeeded" ? refund.amount : 0;
  addTo(tx, businessId, payment, { refunded, refunding: -refund.amount }, now);
  if (status === "succeeded")
    await publishRefund(tx, businessId, payload, { paymentId: payment.id, refundId, now });
  return status;
}

/**
 * Writes the state of a refund that the business made on the provider's pages. Inserts the refund if it is new. The payment must be
 * locked.
 */
export async function recordProviderRefund(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  {
    payment,
    state,
    now,
  }: { readonly payment: PaymentRow; readonly state: RefundState; readonly now: number },
): Promise<RefundChange> {
  const { providerRefundId, amountMinor } = state;
  const [known] = await tx.query(findRefundByProvider, {
    businessId,
    paymentId: payment.id,
    providerRefundId,
  });
  if (known === undefined && state.status === "failed") return "unchanged";
  const wanted = { amountMinor, reason: null, now };
  const refundId = known?.id ?? insertPendingRefund(tx, businessId, payment, wanted);
  if (known === undefined && payment.sale_id !== null) {
    const sale = await readSaleRow(tx, businessId, payment.sale_id);
    await recordRefundTaxes(tx, businessId, sale, { refundId, payment, amountMinor, lines: [] });
  }
  return recordRefundState(tx, businessId, payload, { payment, refundId, state, now });
}

function insert(
  tx: Transaction,
  businessId: string,
  payment: PaymentRow,
  { amountMinor, reason, now }: WantedRefund,
  status: "pending" | "succeeded",
): string {
  const id = newId();
  tx.write(insertRefund, {
    business_id: businessId,
    id,
    payment_id: payment.id,
    amount: amountMinor,
    reason,
    status,
    provider_refund_id: null,
    created_at: now,
    updated_at: now,
  });
  return id;
}

function addTo(
  tx: Transaction,
  businessId: string,
  payment: PaymentRow,
  more: { readonly refunded: number; readonly refunding: number },
  now: number,
): void {
  tx.write(addRefunded, { businessId, paymentId: payment.id, ...more, now });
}

async function publishRefund(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  { paymentId, refundId, now }: { paymentId: string; refundId: string; now: number },
): Promise<PaymentRecord> {
  const [row] = await tx.query(findPayment, { businessId, paymentId, ownStaffId: null });
  if (row === undefined) throw new Error(`Payment ${paymentId} was not found.`);
  if (row.sale_id !== null)
    await saleCompletion.withdrawIfRefunded(tx, businessId, { saleId: row.sale_id, refundId, now });
  const record = paymentRecord(row);
  publishPayment(tx, businessId, payload, { type: "payment.refunded", at: now, record, refundId });
  return record;
}
