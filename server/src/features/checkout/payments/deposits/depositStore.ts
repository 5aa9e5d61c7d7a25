import {
  column,
  insertInto,
  list,
  pick,
  prefixed,
  type RowOf,
  statement,
} from "../../../../platform/database/index.ts";
import { locationsView, policiesView } from "../../../../tables/business.ts";
import { deposits, payments } from "../../../../tables/checkout.ts";
import { clientsView } from "../../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../../tables/scheduling.ts";
import type { PolicyTerms } from "../../../business/policies/index.ts";
import { ownAppointments } from "../../../scheduling/appointments/index.ts";

const { columns } = deposits;
const params = { businessId: column.id, paymentId: column.id };

const depositColumns = {
  ...columns,
  ...pick(
    payments.columns,
    "sale_id",
    "location_id",
    "method",
    "currency",
    "amount",
    "refunded_amount",
    "refunding_amount",
    "provider",
  ),
  ...prefixed(pick(appointmentsView.columns, "status", "starts_at", "cancelled_at"), "appointment_"),
  time_zone: column.text,
  client_id: column.nullable(column.id),
  first_name: column.nullable(column.text),
  last_name: column.nullable(column.text),
  /** The sum of the booked prices, in minor units. */
  prices_amount: column.integer,
  /** The policy version that the client accepted at booking. */
  policy: column.nullable(column.json<PolicyTerms>()),
};

export type DepositRow = RowOf<typeof depositColumns>;

const selectDeposit = `select ${list(columns, "deposits")},
     payment.sale_id, payment.location_id, payment.method, payment.currency, payment.amount, payment.refunded_amount,
     payment.refunding_amount, payment.provider, appointment.status as appointment_status,
     appointment.starts_at as appointment_starts_at, appointment.cancelled_at as appointment_cancelled_at,
     location.time_zone, client.id as client_id, client.first_name, client.last_name,
     (
       select coalesce(sum(item.price_amount), 0)::bigint
       from ${appointmentItemsView} as item
       where item.business_id = deposits.business_id
         and item.appointment_id = deposits.appointment_id
     ) as prices_amount,
     (
       select to_jsonb(policy)
       from ${policiesView} as policy
       where policy.business_id = deposits.business_id
         and policy.version = appointment.policy_version
     ) as policy
   from deposits
   join payments as payment on payment.business_id = deposits.business_id and payment.id = deposits.payment_id
   join ${appointmentsView} as appointment
     on appointment.business_id = deposits.business_id and appointment.id = deposits.appointment_id
   join ${locationsView} as location
     on location.business_id = deposits.business_id and location.id = appointment.location_id
   left join ${clientsView} as client
     on client.business_id = deposits.business_id and client.id = appointment.client_id and client.deleted_at is null`;

/** A deposit. If `$ownStaffId` is not null, the deposit must be for one of that staff member's appointments. */
export const findDeposit = statement({
  name: "payments_find_deposit",
  params: { ...params, ownStaffId: column.nullable(column.id) },
  columns: depositColumns,
  sql: `${selectDeposit}
        where deposits.business_id = $businessId
          and deposits.payment_id = $paymentId
          and ${ownAppointments.ownAppointmentCondition("deposits", "$ownStaffId")}`,
});

/** A page of deposits, newest first, starting after the given row (null for the first page). */
export const listDeposits = statement({
  name: "payments_list_deposits",
  params: {
    businessId: column.id,
    appointmentId: column.nullable(column.id),
    locationId: column.nullable(column.id),
    statuses: column.nullable(column.texts),
    ownStaffId: column.nullable(column.id),
    beforeAt: column.nullable(column.instant),
    beforeId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: depositColumns,
  sql: `${selectDeposit}
        where deposits.business_id = $businessId
          and ($appointmentId is null or deposits.appointment_id = $appointmentId)
          and ($locationId is null or payment.location_id = $locationId)
          and ($statuses is null or deposits.status = any($statuses))
          and ($beforeAt is null or (deposits.created_at, deposits.payment_id) < ($beforeAt, $beforeId))
          and ${ownAppointments.ownAppointmentCondition("deposits", "$ownStaffId")}
        order by deposits.created_at desc, deposits.payment_id desc
        limit $limit`,
});

export const insertDeposit = insertInto("payments_insert_deposit", deposits);

/** Settles a deposit and writes the amount that is kept as a fee. The payment must be locked. */
export const keepDeposit = statement({
  name: "payments_keep_deposit",
  params: {
    ...params,
    keptMinor: column.integer,
    keptAt: column.nullable(column.instant),
    now: column.instant,
  },
  sql: `update deposits
        set status = 'settled', settle_at = null, kept_amount = $keptMinor, kept_at = $keptAt, updated_at = $now
        where business_id = $businessId
          and payment_id = $paymentId`,
});

/**
 * Attaches the held deposits of an appointment to a sale as payments, except deposits with a pending refund. The appointment and the
 * sale must be locked.
 */
export const attachDeposits = statement({
  name: "payments_attach_deposits",
  params: { businessId: column.id, appointmentId: column.id, saleId: column.id, now: column.instant },
  sql: `update payments
        set sale_id = $saleId, updated_at = $now
        where business_id = $businessId
          and appointment_id = $appointmentId
          and kind = 'deposit'
          and sale_id is null
          and refunding_amount = 0
          and id in (
            select payment_id
            from deposits
            where business_id = $businessId and appointment_id = $appointmentId and status = 'held'
          )`,
});

/**
 * Detaches the deposits from an open sale, so that they can be used for another sale of the appointment. The sale must be
 * locked.
 */
export const detachDeposits = statement({
  name: "payments_detach_deposits",
  params: { businessId: column.id, saleId: column.id, now: column.instant },
  sql: `update payments
        set sale_id = null, tip_amount = 0, updated_at = $now
        where business_id = $businessId
          and sale_id = $saleId
          and kind = 'deposit'`,
});

/** Deposits that the settlement job must settle at `$now`, earliest first. */
export const listDueDeposits = statement({
  name: "payments_list_due_deposits",
  params: { now: column.instant, limit: column.integer },
  columns: pick(columns, "business_id", "payment_id", "appointment_id"),
  sql: `select business_id, payment_id, appointment_id
        from deposits
        where status = 'settling'
          and settle_at <= $now
        order by settle_at, business_id, payment_id
        limit $limit`,
});
