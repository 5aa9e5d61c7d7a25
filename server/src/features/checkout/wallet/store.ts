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
} from "../../../platform/database/index.ts";
import { withinPageBytes } from "../../../platform/http/pageBytes.ts";
import { businessSettings } from "../../../tables/business.ts";
import { entitlements, walletEntries } from "../../../tables/checkout.ts";

/** Excludes the hash of a gift card's code, which SQL statements only compare. */
const columns = omit(entitlements.columns, "code_sha256");
const entryColumns = omit(walletEntries.columns, "follows");
const params = { businessId: column.id, entitlementId: column.id };
const ofClient = { businessId: column.id, clientId: column.id };

/** The length in JSON of the list of service ids, the only long field of an entitlement. */
const SERVICE_BYTES = "39 * cardinality(service_ids)";

export type Entitlement = RowOf<typeof columns>;
export type EntryRow = RowOf<typeof entryColumns>;

/** Locks an entitlement before its balance changes. A later statement reads the balance. */
export const lockEntitlement = selectWhere("wallet_lock", entitlements, {
  columns,
  where: { businessId: "business_id", entitlementId: "id" },
  ending: "for no key update",
});

/** The balance and the number of an entitlement's last ledger entry. */
export const findLastEntry = selectWhere("wallet_find_last_entry", walletEntries, {
  columns: pick(entryColumns, "number", "balance_after"),
  where: { businessId: "business_id", entitlementId: "entitlement_id" },
  ending: "order by number desc limit 1",
});

export const insertEntitlement = insertInto("wallet_insert", entitlements);

/** Inserts a ledger entry. The database checks that `balance_before` is the `balance_after` of the previous entry. */
export const insertEntry = insertInto("wallet_insert_entry", walletEntries, entryColumns);

export const updateEntitlement = updateRow(
  "wallet_update",
  entitlements,
  pick(columns, "renews_on", "due_on", "withdrawn_at", "withdrawn_units", "blocked_at", "updated_at"),
);

export const findByCode = selectWhere("wallet_find_by_code", entitlements, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id", codeSha256: "code_sha256" },
});

/** The entitlement that a payment was redeemed from. */
export const findByPayment = selectWhere("wallet_find_by_payment", walletEntries, {
  columns: pick(entryColumns, "entitlement_id"),
  where: { businessId: "business_id", paymentId: "payment_id" },
  ending: "and cause = 'redeem'",
});

/**
 * The sum of the ledger entries of a payment. The sum is negative until the payment is returned in full. The entitlement must be locked.
 */
export const sumOfPayment = statement({
  name: "wallet_sum_of_payment",
  params: { ...params, paymentId: column.id },
  columns: { sum: column.integer },
  sql: `select coalesce(sum(delta), 0)::bigint as sum
        from wallet_entries
        where business_id = $businessId
          and payment_id = $paymentId
          and entitlement_id = $entitlementId`,
});

/** The entitlements that a sale issued, ordered by id, which is the order in which the caller locks them. */
export const listOfSale = selectWhere("wallet_list_of_sale", entitlements, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id", saleId: "sale_id" },
  ending: "order by id",
});

/** The entitlements that a sale line issued, ordered by id, which is the order in which the caller locks them. */
export const listOfLine = selectWhere("wallet_list_of_line", entitlements, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id", saleId: "sale_id", saleLineId: "sale_line_id" },
  ending: "order by id",
});

/** The number of units of a line's packages and gift cards that expired unused. The entitlements must be locked. */
export const findExpired = statement({
  name: "wallet_find_expired",
  params: { businessId: column.id, saleId: column.id, saleLineId: column.id },
  columns: { units: column.integer },
  sql: `select coalesce(-sum(entry.delta), 0)::bigint as units
        from entitlements as entitlement
        join wallet_entries as entry
          on entry.business_id = entitlement.business_id and entry.entitlement_id = entitlement.id
        where entitlement.business_id = $businessId
          and entitlement.sale_id = $saleId
          and entitlement.sale_line_id = $saleLineId
          and entitlement.kind <> 'membership'
          and entry.cause = 'expiry'`,
});

/** The units that a refund has withdrawn and that were not restored. */
export const listWithdrawnByRefund = statement({
  name: "wallet_list_withdrawn_by_refund",
  params: { businessId: column.id, refundId: column.id },
  columns: { entitlement_id: column.id, units: column.integer },
  sql: `select entitlement_id, -sum(delta)::bigint as units
        from wallet_entries
        where business_id = $businessId
          and refund_id = $refundId
          and cause in ('withdraw', 'restore')
        group by entitlement_id
        having sum(delta) < 0
        order by entitlement_id`,
});

/** Erases the reasons of ledger entries, because free text may name the client. */
export const eraseReasons = statement({
  name: "wallet_erase_reasons",
  params: ofClient,
  sql: `update wallet_entries as entry
        set reason = null
        from entitlements as entitlement
        where entry.business_id = $businessId
          and entitlement.business_id = $businessId
          and entitlement.id = entry.entitlement_id
          and entitlement.client_id = $clientId
          and entry.reason is not null`,
});

const walletColumns = { ...columns, balance: column.integer };

/**
 * Maximum size of a wallet in a response, in bytes. This maximum is below the maximum of a page, because one turn of the event
 * loop parses and serializes a wallet.
 */
export const MAX_WALLET_BYTES = 1_000_000;

export type WalletRow = RowOf<typeof walletColumns>;

/**
 * The entitlements of a client that have a balance and are valid on a day, and the current memberships, with their balances,
 * ordered by expiry. Limited by the maximum size of a response and by `limit`.
 */
export const listOfClient = statement({
  name: "wallet_list_of_client",
  params: { ...ofClient, validOn: column.date, limit: column.integer },
  columns: walletColumns,
  sql: `select ${list(walletColumns)}
        from ${withinPageBytes(
          `select ${list(columns, "entitlement")}, last.balance_after as balance
           from entitlements as entitlement
           join lateral (
             select balance_after
             from wallet_entries as entry
             where entry.business_id = entitlement.business_id
               and entry.entitlement_id = entitlement.id
             order by number desc
             limit 1
           ) as last on true
           where entitlement.business_id = $businessId
             and entitlement.client_id = $clientId
             and entitlement.withdrawn_at is null
             and (entitlement.expires_on is null or entitlement.expires_on >= $validOn)
             and (entitlement.kind = 'membership' or last.balance_after > 0)
           order by entitlement.expires_on nulls last, entitlement.id
           limit $limit`,
          "expires_on nulls last, id",
          SERVICE_BYTES,
          MAX_WALLET_BYTES,
        )} as entitlement
        order by expires_on nulls last, id`,
});

/**
 * Locks a client's entitlements in the order of their ids before they are moved. Waits for transactions that redeem from these
 * entitlements.
 */
export const lockOfClient = selectWhere("wallet_lock_of_client", entitlements, {
  columns: pick(columns, "id"),
  where: { businessId: "business_id", clientId: "client_id" },
  ending: "order by id for no key update",
});

export const moveToClient = updateWhere("wallet_move", entitlements, {
  set: { toClientId: "client_id", now: "updated_at" },
  where: { businessId: "business_id", fromClientId: "client_id" },
});

/**
 * A page of the entitlements that renew or expire on or before a day, of all businesses, with the time zones of the businesses,
 * starting after the last row of the previous page.
 */
export const listDue = statement({
  name: "wallet_list_due",
  params: {
    dueOn: column.date,
    kinds: column.texts,
    afterOn: column.date,
    afterBusinessId: column.id,
    afterId: column.id,
    limit: column.integer,
  },
  columns: { ...pick(columns, "business_id", "id", "due_on"), time_zone: column.text },
  sql: `select entitlement.business_id, entitlement.id, entitlement.due_on, business.time_zone
        from entitlements as entitlement
        join ${businessSettings} as business on business.id = entitlement.business_id
        where entitlement.due_on is not null
          and entitlement.due_on <= $dueOn
          and entitlement.kind = any($kinds)
          and (entitlement.due_on, entitlement.business_id, entitlement.id) > ($afterOn, $afterBusinessId, $afterId)
        order by entitlement.due_on, entitlement.business_id, entitlement.id
        limit $limit`,
});

/** The entitlements of a business with the earliest expiry or renewal, and the time zone of the business. */
export const listDueOf = statement({
  name: "wallet_list_due_of",
  params: { businessId: column.id, limit: column.integer },
  columns: { ...pick(columns, "id", "due_on"), time_zone: column.text },
  sql: `select entitlement.id, entitlement.due_on, business.time_zone
        from entitlements as entitlement
        join ${businessSettings} as business on business.id = entitlement.business_id
        where entitlement.business_id = $businessId
          and entitlement.due_on is not null
        order by entitlement.due_on, entitlement.id
        limit $limit`,
});

/**
 * A page of the entitlements of a client, oldest first, starting after the given row (null for the first page). Includes
 * withdrawn and used-up entitlements.
 */
export const listForExport = statement({
  name: "wallet_list_for_export",
  params: { ...ofClient, ...pageParams },
  columns,
  sql: `select ${list(columns)}
        from ${withinPageBytes(
          `select ${list(columns)}
           from entitlements
           where business_id = $businessId
             and client_id = $clientId
             and ($afterAt is null or (created_at, id) > ($afterAt, $afterId))
           order by created_at, id
           limit $limit`,
          "created_at, id",
          SERVICE_BYTES,
        )} as entitlement
        order by created_at, id`,
});

const exportedEntry = pick(
  entryColumns,
  "number",
  "cause",
  "delta",
  "balance_after",
  "payment_id",
  "refund_id",
  "reason",
  "created_at",
);

export type ExportedEntryRow = RowOf<typeof exportedEntry>;

/** A page of the ledger entries of an entitlement, starting after an entry number (0 for the first page). */
export const listEntries = statement({
  name: "wallet_list_entries",
  params: { ...params, afterNumber: column.integer, limit: column.integer },
  columns: exportedEntry,
  sql: `select ${list(exportedEntry)}
        from wallet_entries
        where business_id = $businessId
          and entitlement_id = $entitlementId
          and number > $afterNumber
        order by number
        limit $limit`,
});
