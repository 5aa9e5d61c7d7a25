import { column, type RowOf, statement } from "../../../platform/database/index.ts";

const refundColumns = {
  id: column.id,
  payment_id: column.id,
  amount: column.integer,
  status: column.oneOf("pending", "succeeded", "failed"),
  provider_refund_id: column.nullable(column.text),
};

export type RefundRow = RowOf<typeof refundColumns>;

export const findRefund = statement(
  "payments_find_refund",
  refundColumns,
  `select id, payment_id, amount, status, provider_refund_id
   from refunds
   where business_id = $1
     and id = $2`,
);

/** By the number it has with the payment's provider. */
export const findRefundByProvider = statement(
  "payments_find_refund_by_provider",
  { id: column.id },
  `select id
   from refunds
   where business_id = $1
     and payment_id = $2
     and provider_refund_id = $3`,
);

export const insertRefund = statement(
  "payments_insert_refund",
  {},
  `insert into refunds (business_id, id, payment_id, amount, reason, status, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $7)`,
);

export const setRefundOutcome = statement(
  "payments_set_refund_outcome",
  {},
  `update refunds
   set status = $3,
     provider_refund_id = coalesce($4, provider_refund_id),
     updated_at = $5
   where business_id = $1
     and id = $2`,
);

/** As `listPendingPayments`. */
export const listPendingRefunds = statement(
  "payments_list_pending_refunds",
  { business_id: column.id, id: column.id, created_at: column.instant },
  `select business_id, id, created_at
   from refunds
   where status = 'pending'
     and (created_at, business_id, id) > ($1, $2::uuid, $3::uuid)
     and created_at < $4
   order by created_at, business_id, id
   limit $5`,
);

/** Why money was given back to a client is freely written. */
export const eraseReasons = statement(
  "payments_erase_reasons",
  {},
  `update refunds
   set reason = null
   from payments
   where refunds.business_id = $1
     and payments.business_id = $1
     and payments.id = refunds.payment_id
     and payments.client_id = $2
     and refunds.reason is not null`,
);
