import {
  column,
  insertInto,
  list,
  omit,
  pageParams,
  pick,
  type RowOf,
  selectWhere,
  statement,
  updateRow,
  updateWhere,
  type ValuesOf,
} from "../../../platform/database/index.ts";
import { jsonBytesOf, withinPageBytes } from "../../../platform/http/pageBytes.ts";
import { payments } from "../../../tables/checkout.ts";
import { ownAppointments } from "../../scheduling/appointments/index.ts";
import { moneyList, moneyParams } from "../money-lists/index.ts";

interface RefundJson {
  readonly id: string;
  readonly amount: number;
  readonly reason: string | null;
  /** The time in ISO 8601, in the format that PostgreSQL writes into JSON. */
  readonly created_at: string;
}

const { columns } = payments;
/** Excludes the reference, which may be confidential and is only read for the export of a client's data. */
const own = omit(columns, "reference");
const paymentColumns = { ...own, refunds: column.json<RefundJson[]>() };
const params = { businessId: column.id, paymentId: column.id };
const ofClient = { businessId: column.id, clientId: column.id };

export type PaymentRow = RowOf<typeof paymentColumns>;
export type NewPayment = ValuesOf<typeof columns>;

/** The subselect for the successful refunds of a payment. */
const refunds = `coalesce(
     (
       select jsonb_agg(
         jsonb_build_object('id', r.id, 'amount', r.amount, 'reason', r.reason, 'created_at', r.created_at)
         order by r.created_at, r.id
       )
       from refunds r
       where r.business_id = payments.business_id
         and r.payment_id = payments.id
         and r.status = 'succeeded'
     ),
     '[]'
   ) as refunds`;

const selectPayment = `select ${list(own, "payments")}, ${refunds} from payments`;

/**
 * A payment. If `$ownStaffId` is not null, the payment must belong to one of that staff member's appointments or to no
 * appointment.
 */
export const findPayment = statement({
  name: "payments_find",
  params: { ...params, ownStaffId: column.nullable(column.id) },
  columns: paymentColumns,
  sql: `${selectPayment}
        where payments.business_id = $businessId
          and payments.id = $paymentId
          and ${ownAppointments.ownAppointmentCondition("payments", "$ownStaffId")}`,
});

export const findPaymentByProvider = selectWhere("payments_find_by_provider", payments, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id", provider: "provider", providerPaymentId: "provider_payment_id" },
});

/** Locks a payment before a refund or an outcome is written. The caller locks the sale first. */
export const lockPayment = selectWhere("payments_lock", payments, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id", paymentId: "id" },
  ending: "for no key update",
});

/** All payments of a sale, including failed ones, oldest first. */
export const listOfSale = statement({
  name: "payments_list_of_sale",
  params: { businessId: column.id, saleId: column.id },
  columns: paymentColumns,
  sql: `${selectPayment}
        where payments.business_id = $businessId
          and payments.sale_id = $saleId
        order by payments.created_at, payments.id`,
});

export const listPayments = statement({
  name: "payments_list",
  params: moneyParams,
  columns: paymentColumns,
  sql: moneyList("payments", { select: selectPayment, columns: paymentColumns, json: "refunds" }),
});

export const insertPayment = insertInto("payments_insert", payments);

export const updateTip = updateRow(
  "payments_update_tip",
  payments,
  pick(columns, "tip_amount", "updated_at"),
);

export const setOutcome = updateRow(
  "payments_set_outcome",
  payments,
  pick(columns, "status", "card_brand", "card_last4", "paid_at", "updated_at"),
);

/** Stores the provider's id. Accepts the same id again, because an event may arrive before the response to the request. */
export const setProviderPayment = statement({
  name: "payments_set_provider_payment",
  params: { ...params, providerPaymentId: column.text, now: column.instant },
  columns: pick(columns, "id"),
  sql: `update payments
        set provider_payment_id = $providerPaymentId, updated_at = $now
        where business_id = $businessId
          and id = $paymentId
          and status = 'pending'
          and (provider_payment_id is null or provider_payment_id = $providerPaymentId)
        returning id`,
});

/**
 * Stores the page of the provider on which the client pays a pending payment. Returns no row if the payment is no longer
 * pending.
 */
export const setProviderCheckout = statement({
  name: "payments_set_provider_checkout",
  params: { ...params, checkoutId: column.text, now: column.instant },
  columns: pick(columns, "id"),
  sql: `update payments
        set provider_checkout_id = $checkoutId, updated_at = $now
        where business_id = $businessId
          and id = $paymentId
          and status = 'pending'
        returning id`,
});

/**
 * Adds to the refunded amount and to the amount of pending refunds of a payment; negative values subtract. The sums are computed from the
 * stored row, so that a check constraint rejects a refund that exceeds the paid amount even if the caller has read an older row.
 */
export const addRefunded = statement({
  name: "payments_add_refunded",
  params: { ...params, refunded: column.integer, refunding: column.integer, now: column.instant },
  sql: `update payments
        set status = case
            when refunded_amount + $refunded = amount then 'refunded'
            when refunded_amount + $refunded > 0 then 'partially_refunded'
            else 'succeeded'
          end,
          refunded_amount = refunded_amount + $refunded,
          refunding_amount = refunding_amount + $refunding,
          updated_at = $now
        where business_id = $businessId
          and id = $paymentId`,
});

export const movePaymentRows = updateWhere("payments_move", payments, {
  set: { toClientId: "client_id" },
  where: { businessId: "business_id", fromClientId: "client_id" },
});

/** SQL parameters for a page of the pending payments or refunds of all businesses. */
export const pendingParams = {
  afterAt: column.instant,
  afterBusinessId: column.id,
  afterId: column.id,
  beforeAt: column.instant,
  limit: column.integer,
};

/**
 * Returns the SQL for a page of the pending rows created before an instant, oldest first, starting after the last row of the
 * previous page.
 */
export const pendingRows = (table: "payments" | "refunds"): string =>
  `select business_id, id, created_at
   from ${table}
   where status = 'pending'
     and (created_at, business_id, id) > ($afterAt, $afterBusinessId, $afterId)
     and created_at < $beforeAt
   order by created_at, business_id, id
   limit $limit`;

export const listPendingPayments = statement({
  name: "payments_list_pending",
  params: pendingParams,
  columns: pick(columns, "business_id", "id", "created_at"),
  sql: pendingRows("payments"),
});

const exportedColumns = { ...columns, refunds: paymentColumns.refunds };

/**
 * A page of a client's payments with their references, oldest first, starting after the given row (null for the first page).
 */
export const listPaymentsOfClient = statement({
  name: "payments_list_of_client",
  params: { ...ofClient, ...pageParams },
  columns: exportedColumns,
  sql: `select ${list(exportedColumns)}
        from ${withinPageBytes(
          `select ${list(columns, "payments")}, ${refunds}
           from payments
           where payments.business_id = $businessId
             and payments.client_id = $clientId
             and ($afterAt is null or (payments.created_at, payments.id) > ($afterAt, $afterId))
           order by payments.created_at, payments.id
           limit $limit`,
          "created_at, id",
          jsonBytesOf("refunds"),
        )} as payment
        order by created_at, id`,
});

/** Erases the references of payments, because free text may name the client. */
export const eraseReferences = statement({
  name: "payments_erase_references",
  params: ofClient,
  sql: `update payments
        set reference = null
        where business_id = $businessId
          and client_id = $clientId
          and reference is not null`,
});
