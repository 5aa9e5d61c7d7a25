import type { WebhookPayload } from "../../../kernel/events.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { giveBack } from "../wallet/index.ts";
import { paymentRecord, tellOfPayment } from "./paymentRecord.ts";
import type { RefundState } from "./provider.ts";
import { findRefund, findRefundThere, insertRefund, type RefundRow, settleRefundRow } from "./refundStore.ts";
import type { PaymentRecord } from "./schema.ts";
import { addRefunded, findPayment, lockPayment, type PaymentRow } from "./store.ts";

/** Locks a payment and reads it in a later statement; undefined for one that is not there. Its sale is locked before it. */
export async function lockedPayment(
  tx: Transaction,
  businessId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const [, [row]] = await Promise.all([
    tx.query(lockPayment, [businessId, paymentId]),
    tx.query(findPayment, [businessId, paymentId, null]),
  ]);
  return row;
}

/** What is to be given back of a locked payment. */
export interface WantedRefund {
  readonly amountMinor: number;
  readonly reason: string | null;
  readonly now: number;
}

/**
 * Gives back what was taken here: cash, a slip of the terminal, or out of a wallet, where it goes back to. It is done at
 * once, and told. The amount must have been checked.
 */
export async function refundHere(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  payment: PaymentRow,
  wanted: WantedRefund,
): Promise<PaymentRecord> {
  const { amountMinor, now } = wanted;
  const refundId = insert(tx, businessId, payment, wanted, "succeeded");
  addTo(tx, businessId, payment, { refunded: amountMinor, refunding: 0 }, now);
  if (payment.entitlement_id !== null)
    await giveBack(tx, businessId, { paymentId: payment.id, refundId, amountMinor, now });
  return tell(tx, businessId, payload, { paymentId: payment.id, refundId, now });
}

/** Writes down that a provider is to give something back: from now on nobody else can. Answers the refund's id. */
export function beginRefund(
  tx: Transaction,
  businessId: string,
  payment: PaymentRow,
  wanted: WantedRefund,
): string {
  const refundId = insert(tx, businessId, payment, wanted, "pending");
  addTo(tx, businessId, payment, { refunded: 0, refunding: wanted.amountMinor }, wanted.now);
  return refundId;
}

/** A refund through a provider whose end is not known, or may not last. */
export interface ProviderRefunding {
  readonly refund: RefundRow & { readonly status: "pending" | "succeeded" };
  readonly payment: PaymentRow;
}

/** A refund of an online payment; undefined for any other, and for one that has failed, which stays so. */
export async function providerRefund(
  reader: Reader,
  businessId: string,
  refundId: string,
): Promise<ProviderRefunding | undefined> {
  const [refund] = await reader.query(findRefund, [businessId, refundId]);
  if (refund === undefined || refund.status === "failed") return undefined;
  const [payment] = await reader.query(findPayment, [businessId, refund.payment_id, null]);
  if (payment === undefined || payment.provider === null) return undefined;
  return { refund: { ...refund, status: refund.status }, payment };
}

/**
 * Writes down how a provider's refund has ended, once: what has succeeded is told, what has failed can be tried again. One
 * that had succeeded can still fail: then nothing was given back after all, and nobody is told, for there is no event
 * of it. The payment must be locked. Answers what has happened now.
 */
export async function settleRefund(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  settled: {
    readonly payment: PaymentRow;
    readonly refundId: string;
    /** Null when the provider would not begin. */
    readonly state: RefundState | null;
    readonly now: number;
  },
): Promise<"succeeded" | "failed" | "came back" | "nothing"> {
  const { payment, refundId, state, now } = settled;
  const [refund] = await tx.query(findRefund, [businessId, refundId]);
  if (refund === undefined || refund.status === "failed") return "nothing";
  if (refund.status === "succeeded" && state?.status !== "failed") return "nothing";
  const status = state?.status ?? "failed";
  tx.write(settleRefundRow, [businessId, refundId, status, state?.providerRefundId ?? null, new Date(now)]);
  if (status === "pending") return "nothing";
  if (refund.status === "succeeded") {
    addTo(tx, businessId, payment, { refunded: -refund.amount, refunding: 0 }, now);
    return "came back";
  }
  const refunded = status === "succeeded" ? refund.amount : 0;
  addTo(tx, businessId, payment, { refunded, refunding: -refund.amount }, now);
  if (status === "succeeded") await tell(tx, businessId, payload, { paymentId: payment.id, refundId, now });
  return status;
}

/**
 * Takes a refund into the books that was made on the provider's own pages, or what has become of one that is in them. The
 * payment must be locked. Answers what has happened now.
 */
export async function adoptRefund(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  {
    payment,
    state,
    now,
  }: { readonly payment: PaymentRow; readonly state: RefundState; readonly now: number },
): ReturnType<typeof settleRefund> {
  const { providerRefundId, amountMinor } = state;
  const [known] = await tx.query(findRefundThere, [businessId, payment.id, providerRefundId]);
  if (known === undefined && state.status === "failed") return "nothing";
  const wanted = { amountMinor, reason: null, now };
  const refundId = known?.id ?? beginRefund(tx, businessId, payment, wanted);
  return settleRefund(tx, businessId, payload, { payment, refundId, state, now });
}

function insert(
  tx: Transaction,
  businessId: string,
  payment: PaymentRow,
  { amountMinor, reason, now }: WantedRefund,
  status: "pending" | "succeeded",
): string {
  const id = newId();
  tx.write(insertRefund, [businessId, id, payment.id, amountMinor, reason, status, new Date(now)]);
  return id;
}

function addTo(
  tx: Transaction,
  businessId: string,
  payment: PaymentRow,
  more: { readonly refunded: number; readonly refunding: number },
  now: number,
): void {
  tx.write(addRefunded, [businessId, payment.id, more.refunded, more.refunding, new Date(now)]);
}

async function tell(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  { paymentId, refundId, now }: { paymentId: string; refundId: string; now: number },
): Promise<PaymentRecord> {
  const [row] = await tx.query(findPayment, [businessId, paymentId, null]);
  if (row === undefined) throw new Error(`Payment ${paymentId} is gone.`);
  const record = paymentRecord(row);
  tellOfPayment(tx, businessId, payload, { type: "payment.refunded", at: now, record, refundId });
  return record;
}
