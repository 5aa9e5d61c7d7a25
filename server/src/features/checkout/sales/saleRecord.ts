import { utcOrNull, utcText } from "@daybook/engine";
import type { WebhookPayload } from "../../../kernel/events.ts";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { writeEvent } from "../../../platform/outbox/writeEvent.ts";
import type { SaleRecord } from "./schema.ts";
import type { SaleRow } from "./store.ts";

/** Converts a sale row to the API record (contract §3). */
export function saleRecord(row: SaleRow): SaleRecord {
  const money = (amount: number) => moneyOf(amount, row.currency);
  return {
    id: row.id,
    location_id: row.location_id,
    client_id: row.client_id,
    appointment_id: row.appointment_id,
    status: row.status,
    lines: row.lines.map((line) => ({
      id: line.id,
      kind: line.kind,
      description: line.description,
      quantity: line.quantity,
      unit_price: money(line.unit_amount),
      total: money(line.total_amount),
      service_id: line.service_id,
      product_id: line.product_id,
      staff_id: line.staff_id,
      item_id: line.item_id,
      tax_rate_id: line.tax_rate_id,
      prepaid_product_id: line.prepaid_product_id,
      promotion_id: line.promotion_id,
      entitlement_ids: line.entitlement_ids,
    })),
    subtotal: money(row.subtotal_amount),
    discount: money(row.discount_amount),
    tax: money(row.tax_amount),
    taxes: row.taxes
      .filter((tax) => row.lines.some((line) => line.tax_rate_id === tax.tax_rate_id && !line.redeemed))
      .map((tax) => ({
        rate_id: tax.tax_rate_id,
        name: tax.name,
        percent: tax.percent_thousandths / 1000,
        included: tax.included,
        base: money(tax.base_amount),
        tax: money(tax.tax_amount),
      })),
    tip: money(row.tip_amount),
    total: money(row.total_amount),
    payment_ids: row.payment_ids,
    receipt_number: row.receipt_number,
    completed_at: utcOrNull(row.completed_at),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

export function publishCompleted(
  tx: Transaction,
  businessId: string,
  payload: WebhookPayload,
  { record, at }: { readonly record: SaleRecord; readonly at: number },
): void {
  const { id, client_id, appointment_id, location_id, payment_ids, completed_at, lines } = record;
  const service_ids = named(lines.map((line) => line.service_id));
  const staff_ids = named(lines.map((line) => line.staff_id));
  const ids = {
    id,
    location_id,
    client_id,
    appointment_id,
    service_ids,
    staff_ids,
    payment_ids,
    completed_at,
  };
  writeEvent(tx, businessId, payload, { type: "sale.completed", at, data: record, ids });
}

function named(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
