import { column, type RowOf, statement } from "../../../platform/database/index.ts";

const entitlementColumns = {
  id: column.id,
  client_id: column.nullable(column.id),
  kind: column.oneOf("package", "membership", "gift_card"),
  name: column.text,
  service_ids: column.ids,
  currency: column.nullable(column.text),
  code_last4: column.nullable(column.text),
  total: column.integer,
  starts_on: column.date,
  expires_on: column.nullable(column.date),
  period_months: column.nullable(column.integer),
  renews_on: column.nullable(column.date),
  withdrawn_at: column.nullable(column.instant),
  due_on: column.nullable(column.date),
};

export type Entitlement = RowOf<typeof entitlementColumns>;

const fields = `id, client_id, kind, name, service_ids, currency, code_last4, total, starts_on, expires_on,
     period_months, renews_on, withdrawn_at, due_on`;

/** Whoever takes from a entitlement or gives back to it locks it first, and reads what is left in a later statement. */
export const lockEntitlement = statement(
  "wallet_lock",
  entitlementColumns,
  `select ${fields}
   from entitlements
   where business_id = $1
     and id = $2
   for no key update`,
);

/** The end of a entitlement's ledger: what is left, and the number that the next entry follows. */
export const findLastEntry = statement(
  "wallet_find_last_entry",
  { number: column.integer, balance_after: column.integer },
  `select number, balance_after
   from wallet_entries
   where business_id = $1
     and entitlement_id = $2
   order by number desc
   limit 1`,
);

export const insertEntitlement = statement(
  "wallet_insert",
  entitlementColumns,
  `insert into entitlements
     (business_id, id, client_id, kind, prepaid_product_id, name, service_ids, currency, code_sha256, code_last4, total, starts_on,
      expires_on, period_months, renews_on, due_on, sale_id, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $18)
   returning ${fields}`,
);

/** One entry of the ledger; balance_before is the balance_after of the one it follows, or the database refuses it. */
export const insertEntry = statement(
  "wallet_insert_entry",
  {},
  `insert into wallet_entries
     (business_id, entitlement_id, number, cause, delta, balance_before, balance_after, payment_id, refund_id, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

export const updateEntitlement = statement(
  "wallet_update",
  {},
  `update entitlements
   set renews_on = $3,
     due_on = $4,
     withdrawn_at = $5,
     updated_at = $6
   where business_id = $1
     and id = $2`,
);

/** By the hash of a gift card's code. */
export const findByCode = statement(
  "wallet_find_by_code",
  { id: column.id },
  `select id
   from entitlements
   where business_id = $1
     and code_sha256 = $2`,
);

/** From which entitlement a payment was taken. */
export const findByPayment = statement(
  "wallet_find_by_payment",
  { entitlement_id: column.id },
  `select entitlement_id
   from wallet_entries
   where business_id = $1
     and payment_id = $2
     and cause = 'redeem'`,
);

/** What a payment has taken so far and not been given back; negative. Read behind the entitlement's lock. */
export const sumOfPayment = statement(
  "wallet_sum_of_payment",
  { sum: column.integer },
  `select coalesce(sum(delta), 0)::bigint as sum
   from wallet_entries
   where business_id = $1
     and payment_id = $2
     and entitlement_id = $3`,
);

/** What a sale has put into wallets, in the order in which it is to be locked. */
export const listOfSale = statement(
  "wallet_list_of_sale",
  { id: column.id },
  `select id
   from entitlements
   where business_id = $1
     and sale_id = $2
   order by id`,
);

/** Everything a client holds that was not taken back, with what is left of it. */
export const listOfClient = statement(
  "wallet_list_of_client",
  { ...entitlementColumns, balance: column.integer },
  `select ${fields}, last.balance_after as balance
   from entitlements
   join lateral (
     select balance_after
     from wallet_entries
     where wallet_entries.business_id = entitlements.business_id
       and wallet_entries.entitlement_id = entitlements.id
     order by number desc
     limit 1
   ) as last on true
   where business_id = $1
     and client_id = $2
     and withdrawn_at is null
   order by expires_on nulls last, id`,
);

/** Locks whatever is moved, in the order of ids, before it is moved: a redemption under way is waited for. */
export const lockOfClient = statement(
  "wallet_lock_of_client",
  { id: column.id },
  `select id
   from entitlements
   where business_id = $1
     and client_id = $2
   order by id
   for no key update`,
);

export const moveToClient = statement(
  "wallet_move",
  {},
  `update entitlements
   set client_id = $3,
     updated_at = $4
   where business_id = $1
     and client_id = $2`,
);

/**
 * Entitlements of every business to which something happens by itself on a day up to $1, behind a place in that order
 * ($2, $3, $4), with the zone whose days they are. For the worker: requests ask within one business.
 */
export const listDue = statement(
  "wallet_list_due",
  { business_id: column.id, id: column.id, due_on: column.nullable(column.date), time_zone: column.text },
  `select entitlement.business_id, entitlement.id, entitlement.due_on, businesses.time_zone
   from entitlements as entitlement
   join businesses on businesses.id = entitlement.business_id
   where entitlement.due_on is not null
     and entitlement.due_on <= $1
     and entitlement.kind = any($5)
     and (entitlement.due_on, entitlement.business_id, entitlement.id) > ($2::date, $3::uuid, $4::uuid)
   order by entitlement.due_on, entitlement.business_id, entitlement.id
   limit $6`,
);

/** Wallets go by the days of the business. */
export const findBusiness = statement(
  "wallet_find_business",
  { time_zone: column.text, currency: column.text },
  `select time_zone, currency
   from businesses
   where id = $1`,
);

/** Everything a client ever held, withdrawn and used up too, in the order of its making. */
export const listForExport = statement(
  "wallet_list_for_export",
  { ...entitlementColumns, sale_id: column.nullable(column.id), created_at: column.instant },
  `select ${fields}, sale_id, created_at
   from entitlements
   where business_id = $1
     and client_id = $2
   order by created_at, id`,
);

/** Every entry of a client's entitlements. */
export const listEntriesOfClient = statement(
  "wallet_list_entries_of_client",
  {
    entitlement_id: column.id,
    number: column.integer,
    cause: column.text,
    delta: column.integer,
    balance_after: column.integer,
    payment_id: column.nullable(column.id),
    refund_id: column.nullable(column.id),
    created_at: column.instant,
  },
  `select entry.entitlement_id, entry.number, entry.cause, entry.delta, entry.balance_after, entry.payment_id, entry.refund_id,
     entry.created_at
   from entitlements as entitlement
   join wallet_entries as entry
     on entry.business_id = entitlement.business_id and entry.entitlement_id = entitlement.id
   where entitlement.business_id = $1
     and entitlement.client_id = $2
   order by entry.entitlement_id, entry.number`,
);
