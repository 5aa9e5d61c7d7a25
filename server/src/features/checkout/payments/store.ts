import { column, type RowOf, statement } from "../../../platform/database/index.ts";
import { ownAppointmentCondition } from "../../scheduling/appointments/index.ts";
import { moneyList } from "../money-lists/index.ts";
import { METHODS, PAYMENT_KINDS, PAYMENT_STATUSES } from "./schema.ts";

interface RefundJson {
  readonly id: string;
  readonly amount: number;
  readonly reason: string | null;
  /** ISO 8601, as PostgreSQL writes it into JSON. */
  readonly created_at: string;
}

export const paymentColumns = {
  id: column.id,
  sale_id: column.id,
  location_id: column.id,
  client_id: column.nullable(column.id),
  appointment_id: column.nullable(column.id),
  kind: column.oneOf(...PAYMENT_KINDS),
  status: column.oneOf(...PAYMENT_STATUSES),
  method: column.oneOf(...METHODS),
  currency: column.text,
  amount: column.integer,
  tip_amount: column.integer,
  refunded_amount: column.integer,
  refunding_amount: column.integer,
  entitlement_id: column.nullable(column.id),
  sale_line_id: column.nullable(column.id),
  card_brand: column.nullable(column.text),
  card_last4: column.nullable(column.text),
  provider: column.nullable(column.oneOf("stripe")),
  provider_account_id: column.nullable(column.text),
  provider_payment_id: column.nullable(column.text),
  paid_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
  refunds: column.json<RefundJson[]>(),
};

export type PaymentRow = RowOf<typeof paymentColumns>;

const fields = `payments.id, payments.sale_id, payments.location_id, payments.client_id, payments.appointment_id, payments.kind,
     payments.status, payments.method, payments.currency, payments.amount, payments.tip_amount, payments.refunded_amount,
     payments.refunding_amount, payments.entitlement_id, payments.sale_line_id, payments.card_brand, payments.card_last4,
     payments.provider, payments.provider_account_id, payments.provider_payment_id, payments.paid_at, payments.created_at,
     payments.updated_at`;

/** A payment with what was given back of it. */
const wholePayment = `select ${fields},
     coalesce(
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
     ) as refunds
   from payments`;

export const findPayment = statement(
  "payments_find",
  paymentColumns,
  `${wholePayment}
   where payments.business_id = $1
     and payments.id = $2
     and ${ownAppointmentCondition("payments", "$3")}`,
);

/** By the number it has with its provider. */
export const findPaymentByProvider = statement(
  "payments_find_by_provider",
  { id: column.id },
  `select id
   from payments
   where business_id = $1
     and provider = $2
     and provider_payment_id = $3`,
);

/** Whoever refunds or settles a payment locks it first, behind its sale. */
export const lockPayment = statement(
  "payments_lock",
  { id: column.id },
  `select id
   from payments
   where business_id = $1
     and id = $2
   for no key update`,
);

/** All that was tried for a sale, in that order. Read behind the sale's lock. */
export const listOfSale = statement(
  "payments_list_of_sale",
  paymentColumns,
  `${wholePayment}
   where payments.business_id = $1
     and payments.sale_id = $2
   order by payments.created_at, payments.id`,
);

export const listPayments = statement(
  "payments_list",
  paymentColumns,
  `${wholePayment}
   ${moneyList("payments")}`,
);

export const insertPayment = statement(
  "payments_insert",
  {},
  `insert into payments (
     business_id, id, sale_id, location_id, client_id, appointment_id, kind, status, method, currency, amount, tip_amount,
     refunded_amount, refunding_amount, reference, entitlement_id, sale_line_id, provider, provider_account_id, paid_at,
     created_at, updated_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, 0, $13, $14, $15, $16, $17, $18, $19, $19)`,
);

export const updateTip = statement(
  "payments_update_tip",
  {},
  `update payments
   set tip_amount = $3,
     updated_at = $4
   where business_id = $1
     and id = $2`,
);

/** How an online payment ended. */
export const setOutcome = statement(
  "payments_set_outcome",
  {},
  `update payments
   set status = $3,
     card_brand = $4,
     card_last4 = $5,
     paid_at = $6,
     updated_at = $7
   where business_id = $1
     and id = $2`,
);

/** Again with the same number, since an event may have come first. */
export const setProviderPayment = statement(
  "payments_set_provider_payment",
  { id: column.id },
  `update payments
   set provider_payment_id = $3,
     updated_at = $4
   where business_id = $1
     and id = $2
     and status = 'pending'
     and (provider_payment_id is null or provider_payment_id = $3)
   returning id`,
);

/**
 * Adds to what has been given back ($3) and is being given back ($4), or takes from it. By what is there and not by what
 * was read: a check of the table so refuses more than was taken, whatever the code above it does.
 */
export const addRefunded = statement(
  "payments_add_refunded",
  {},
  `update payments
   set status = case
       when refunded_amount + $3 = amount then 'refunded'
       when refunded_amount + $3 > 0 then 'partially_refunded'
       else 'succeeded'
     end,
     refunded_amount = refunded_amount + $3,
     refunding_amount = refunding_amount + $4,
     updated_at = $5
   where business_id = $1
     and id = $2`,
);

export const movePaymentRows = statement(
  "payments_move",
  {},
  `update payments
   set client_id = $3
   where business_id = $1
     and client_id = $2`,
);

/** What is still open with a provider since before $4, of every business, behind a place in that order: for the worker. */
export const listPendingPayments = statement(
  "payments_list_pending",
  { business_id: column.id, id: column.id, created_at: column.instant },
  `select business_id, id, created_at
   from payments
   where status = 'pending'
     and (created_at, business_id, id) > ($1, $2::uuid, $3::uuid)
     and created_at < $4
   order by created_at, business_id, id
   limit $5`,
);

/** Where a business is, which its account with a provider is opened for. */
export const findBusiness = statement(
  "payments_find_business",
  { country: column.text },
  `select country
   from businesses
   where id = $1`,
);

/** Everything that a client paid, oldest first, with what the till wrote down. */
export const listPaymentsOfClient = statement(
  "payments_list_of_client",
  { ...paymentColumns, reference: column.nullable(column.text) },
  `select whole.*, payments.reference
   from (
     ${wholePayment}
     where payments.business_id = $1
       and payments.client_id = $2
   ) as whole
   join payments on payments.business_id = $1 and payments.id = whole.id
   order by whole.created_at, whole.id`,
);

/** What the till noted for a client's payments is freely written too. */
export const eraseReferences = statement(
  "payments_erase_references",
  {},
  `update payments
   set reference = null
   where business_id = $1
     and client_id = $2
     and reference is not null`,
);
