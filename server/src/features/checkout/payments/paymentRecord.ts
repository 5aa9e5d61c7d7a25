import { utcOrNull, utcText } from "@daybook/engine";
import type { WebhookPayload } from "../../../kernel/events.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { writeEvent } from "../../../platform/outbox/writeEvent.ts";
import type { PaymentRecord } from "./schema.ts";
import type { PaymentRow } from "./store.ts";

/** Converts a payment row to the API record (contract §3). */
export function paymentRecord(row: PaymentRow): PaymentRecord {
  const money = (amount: number) => moneyOf(amount, row.currency);
  return {
    id: row.id,
    location_id: row.location_id,
    client_id: row.client_id,
    appointment_id: row.appointment_id,
    sale_id: row.sale_id,
    kind: row.kind,
    status: row.status,
    method: row.method,
    amount: money(row.amount),
    tip: money(row.tip_amount),
    refunded: money(row.refunded_amount),
    card: row.card_last4 === null ? null : { brand: row.card_brand ?? "unknown", last4: row.card_last4 },
    refunds: row.refunds.map((refund) => ({
      id: refund.id,
      amount: money(refund.amount),
      reason: refund.reason,
      created_at: utcText(Date.parse(refund.created_at)),
    })),
    paid_at: utcOrNull(row.paid_at),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

/** Publishes an event about a payment. `refundId` is the refund of a payment.refunded event. */
export function publishPayment(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  event: {
    readonly type: "payment.succeeded" | "payment.refunded";
    readonly at: number;
    readonly record: PaymentRecord;
    readonly refundId?: string;
  },
): void {
  const { type, at, record, refundId } = event;
  const ids = {
    id: record.id,
    client_id: record.client_id,
    appointment_id: record.appointment_id,
    sale_id: record.sale_id,
    location_id: record.location_id,
    refund_id: refundId ?? null,
    paid_at: record.paid_at,
  };
  writeEvent(tx, businessId, payload, { type, at, data: record, ids });
}
