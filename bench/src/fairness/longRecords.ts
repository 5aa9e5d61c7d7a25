import { createClient } from "../../../server/src/features/clients/clients/index.ts";
import { column, type Database, statement } from "../../../server/src/platform/database/index.ts";
import type { BenchSalon } from "../http/salon.ts";

/** Returns a text of `length` characters of four bytes each. */
const textOf = (length: number) => "🜁".repeat(length);
const ofClient = { businessId: column.id, clientId: column.id, text: column.text };
const params = { ...ofClient, locationId: column.id };

/** Inserts 101 sales with 100 lines each. Every line has a description of the maximum length. */
const insertSales = statement({
  name: "bench_insert_sales",
  params,
  sql: `with sold as (
          insert into sales (
            business_id, id, location_id, client_id, kind, status, currency, subtotal_amount, discount_amount, tax_amount,
            tip_amount, total_amount, created_at, updated_at
          )
          select $businessId, gen_random_uuid(), $locationId, $clientId, 'sale', 'open', 'EUR', 10000, 0, 0, 0, 10000, now(), now()
          from generate_series(1, 101)
          returning business_id, id
        )
        insert into sale_lines (
          business_id, sale_id, id, position, kind, description, quantity, unit_amount, total_amount, discounted_amount,
          tax_amount, redeemed
        )
        select business_id, id, gen_random_uuid(), position, 'product', $text, 1, 100, 100, 0, 0, false
        from sold, generate_series(1, 100) as position`,
});

/** Inserts a payment for each sale and 100 refunds of each payment. Every refund has a reason of the maximum length. */
const insertPayments = statement({
  name: "bench_insert_payments",
  params,
  sql: `with paid as (
          insert into payments (
            business_id, id, sale_id, location_id, client_id, kind, status, method, currency, amount, tip_amount,
            refunded_amount, refunding_amount, paid_at, created_at, updated_at
          )
          select business_id, gen_random_uuid(), id, $locationId, $clientId, 'sale', 'partially_refunded', 'cash', 'EUR', 10000,
            0, 100, 0, now(), now(), now()
          from sales
          where business_id = $businessId
          returning business_id, id
        )
        insert into refunds (business_id, id, payment_id, amount, reason, status, created_at, updated_at)
        select business_id, gen_random_uuid(), id, 1, $text, 'succeeded', now(), now()
        from paid, generate_series(1, 100)`,
});

/** Inserts 501 packages. The client can use each package for 500 different services. */
const insertEntitlements = statement({
  name: "bench_insert_entitlements",
  params: ofClient,
  sql: `with issued as (
          insert into entitlements (
            business_id, id, client_id, kind, name, service_ids, total, starts_on, withdrawn_units, created_at, updated_at
          )
          select $businessId, gen_random_uuid(), $clientId, 'package', left($text, 120),
            array(select gen_random_uuid() from generate_series(1, 500)), 10, current_date, 0, now(), now()
          from generate_series(1, 501)
          returning business_id, id
        )
        insert into wallet_entries (
          business_id, entitlement_id, number, cause, delta, balance_before, balance_after, created_at
        )
        select business_id, id, 1, 'issue', 10, 0, 10, now()
        from issued`,
});

/**
 * Adds a client with sales, payments and prepaid packages of the maximum size. Returns the client's id. The
 * benchmark measures the export with another client, because exporting this client takes minutes.
 */
export async function insertLongRecords(database: Database, salon: BenchSalon): Promise<string> {
  const { businessId, locationId } = salon;
  const added = { businessId, createdBy: null, now: Date.now(), client: { first_name: "Long" } };
  const { id: clientId } = await database.transaction((tx) => createClient(tx, added));
  const of = { businessId, clientId };
  await database.query(insertSales, { ...of, locationId, text: textOf(200) });
  await database.query(insertPayments, { ...of, locationId, text: textOf(500) });
  await database.query(insertEntitlements, { ...of, text: textOf(120) });
  return clientId;
}
