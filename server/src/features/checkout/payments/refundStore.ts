import {
  column,
  insertInto,
  insertRows,
  pick,
  type RowOf,
  selectWhere,
  statement,
} from "../../../platform/database/index.ts";
import { refundLines, refunds, refundTaxes } from "../../../tables/checkout.ts";
import { pendingParams, pendingRows } from "./store.ts";

const { columns } = refunds;

export type RefundRow = RowOf<typeof columns>;

export const findRefund = selectWhere("payments_find_refund", refunds, {
  where: { businessId: "business_id", refundId: "id" },
});

export const findRefundByProvider = selectWhere("payments_find_refund_by_provider", refunds, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id", paymentId: "payment_id", providerRefundId: "provider_refund_id" },
});

export const insertRefundLines = insertRows("payments_insert_refund_lines", refundLines);

/** The amounts refunded for each line of a sale, including pending refunds and excluding failed ones. */
export const listRefundedLines = statement({
  name: "payments_list_refunded_lines",
  params: { businessId: column.id, saleId: column.id },
  columns: { sale_line_id: column.id, amount: column.integer },
  sql: `select line.sale_line_id, sum(line.amount)::bigint as amount
        from refund_lines as line
        join refunds on refunds.business_id = line.business_id and refunds.id = line.refund_id
        where line.business_id = $businessId
          and line.sale_id = $saleId
          and refunds.status <> 'failed'
        group by line.sale_line_id`,
});

export const insertRefundTaxes = insertRows("payments_insert_refund_taxes", refundTaxes);

/** The taxes that the refunds of a sale have returned, including pending refunds and excluding failed ones. */
export const listRefundedTaxes = statement({
  name: "payments_list_refunded_taxes",
  params: { businessId: column.id, saleId: column.id },
  columns: pick(refundTaxes.columns, "tax_rate_id", "base_amount", "tax_amount"),
  sql: `select tax.tax_rate_id, sum(tax.base_amount)::bigint as base_amount, sum(tax.tax_amount)::bigint as tax_amount
        from refund_taxes as tax
        join refunds on refunds.business_id = tax.business_id and refunds.id = tax.refund_id
        where tax.business_id = $businessId
          and tax.sale_id = $saleId
          and refunds.status <> 'failed'
        group by tax.tax_rate_id`,
});

export const insertRefund = insertInto("payments_insert_refund", refunds);

/** Writes the outcome of a refund. Keeps the stored provider's id if the new id is null. */
export const setRefundOutcome = statement({
  name: "payments_set_refund_outcome",
  params: {
    businessId: column.id,
    refundId: column.id,
    status: columns.status,
    providerRefundId: columns.provider_refund_id,
    now: column.instant,
  },
  sql: `update refunds
        set status = $status,
          provider_refund_id = coalesce($providerRefundId, provider_refund_id),
          updated_at = $now
        where business_id = $businessId
          and id = $refundId`,
});

export const listPendingRefunds = statement({
  name: "payments_list_pending_refunds",
  params: pendingParams,
  columns: pick(columns, "business_id", "id", "created_at"),
  sql: pendingRows("refunds"),
});

/** Erases the reasons of refunds, because free text may name the client. */
export const eraseReasons = statement({
  name: "payments_erase_reasons",
  params: { businessId: column.id, clientId: column.id },
  sql: `update refunds
        set reason = null
        from payments
        where refunds.business_id = $businessId
          and payments.business_id = $businessId
          and payments.id = refunds.payment_id
          and payments.client_id = $clientId
          and refunds.reason is not null`,
});
