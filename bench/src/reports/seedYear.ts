import type pg from "pg";
import { sqlIdOf } from "../http/ids.ts";
import { type BenchSalon, CLIENTS, STAFF } from "../http/salon.ts";
import { PAST_APPOINTMENTS } from "../http/seed.ts";

const DAY = 86_400_000;
const FIRST = 20_000_000;

/**
 * Inserts 200,000 completed appointments over the 365 days up to yesterday, each with a paid sale of one line. Adds
 * waitlist entries for a tenth of the appointments.
 */
export async function seedYear(
  client: pg.Client,
  salon: BenchSalon,
  taxRateId: string,
  now: number,
): Promise<{ from: string; to: string }> {
  const { businessId, locationId, serviceId, number } = salon;
  const todayAt = Math.floor(now / DAY) * DAY;
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  await client.query("drop table if exists sold");
  await client.query(
    `create temp table sold as
     select
       ${FIRST} + n as number,
       1 + n % ${STAFF} as staff,
       1 + n % ${CLIENTS} as client,
       $1::timestamptz - (1 + n * 365 / ${PAST_APPOINTMENTS}) * interval '1 day' + (8 + n % 9) * interval '1 hour' as starts_at
     from generate_series(0, ${PAST_APPOINTMENTS - 1}) as n`,
    [new Date(todayAt).toISOString()],
  );
  const id = (kind: Parameters<typeof sqlIdOf>[1]) => sqlIdOf(number, kind, "number");
  const staffId = sqlIdOf(number, "staff", "staff");
  const clientId = sqlIdOf(number, "client", "client");
  await client.query(
    `insert into appointments (
       business_id, id, location_id, client_id, status, starts_at, ends_at, starts_local, tz_version, source,
       total_amount, currency, version, created_at, updated_at
     )
     select $1, ${id("appointment")}, $2, ${clientId}, 'completed', starts_at, starts_at + interval '30 minutes',
       starts_at at time zone 'Europe/Berlin', 'bench', 'import', 4500, 'EUR', 1, now(), now()
     from sold`,
    [businessId, locationId],
  );
  await client.query(
    `insert into appointment_items (
       business_id, appointment_id, id, position, service_id, service_name, staff_id, resource_ids, starts_at, ends_at,
       starts_on, initial_minutes, processing_minutes, finishing_minutes, buffer_before_minutes, buffer_after_minutes,
       price_amount, takes_time
     )
     select $1, ${id("appointment")}, ${id("item")}, 1, $2, 'Cut', ${staffId}, '{}', starts_at,
       starts_at + interval '30 minutes', (starts_at at time zone 'Europe/Berlin')::date, 30, 0, 0, 0, 0, 4500, true
     from sold`,
    [businessId, serviceId],
  );
  // A sale and its payment have the same id as their appointment.
  await client.query(
    `insert into sales (
       business_id, id, location_id, client_id, appointment_id, kind, status, currency, subtotal_amount, discount_amount,
       tax_amount, tip_amount, total_amount, completed_at, created_at, updated_at, receipt_number
     )
     select $1, ${id("appointment")}, $2, ${clientId}, ${id("appointment")}, 'sale', 'completed', 'EUR', 4500, 0, 0, 200, 4700,
       starts_at, starts_at, starts_at, number
     from sold`,
    [businessId, locationId],
  );
  await client.query(
    `insert into sale_lines (
       business_id, sale_id, id, position, kind, description, quantity, unit_amount, total_amount, discounted_amount,
       service_id, staff_id, tax_rate_id, tax_amount
     )
     select $1, ${id("appointment")}, ${id("item")}, 1, 'service', 'Cut', 1, 4500, 4500, 0, $2, ${staffId}, $3, 718
     from sold`,
    [businessId, serviceId, taxRateId],
  );
  await client.query(
    `insert into sale_taxes (
       business_id, sale_id, tax_rate_id, position, name, percent_thousandths, included, base_amount, tax_amount
     )
     select $1, ${id("appointment")}, $2, 1, 'VAT', 19000, true, 3782, 718
     from sold`,
    [businessId, taxRateId],
  );
  await client.query(
    `insert into payments (
       business_id, id, sale_id, location_id, client_id, appointment_id, kind, status, method, currency, amount, tip_amount,
       refunded_amount, refunding_amount, paid_at, created_at, updated_at
     )
     select $1, ${id("appointment")}, ${id("appointment")}, $2, ${clientId}, ${id("appointment")}, 'sale', 'succeeded',
       case number % 3 when 0 then 'cash' else 'card' end, 'EUR', 4700, 200, 0, 0, starts_at, starts_at, starts_at
     from sold`,
    [businessId, locationId],
  );
  // Every tenth appointment was booked from a waitlist offer.
  const waited = "from sold where number % 10 = 0";
  await client.query(
    `insert into waitlist_entries (
       business_id, id, location_id, client_id, status, items, windows, min_notice_minutes, priority, source, expires_on,
       expires_at, joined_at, updated_at, version, auto_book, appointment_id, expired_offers
     )
     select $1, ${id("appointment")}, $2, ${clientId}, 'booked', '[{}]', '[{}]', 0, 0, 'app', starts_at::date, starts_at,
       starts_at - interval '2 days', starts_at, 1, false, ${id("appointment")}, 0
     ${waited}`,
    [businessId, locationId],
  );
  await client.query(
    `insert into waitlist_offers (
       business_id, id, entry_id, location_id, status, starts_at, ends_at, items, is_held, expires_at, created_at, updated_at
     )
     select $1, ${id("appointment")}, ${id("appointment")}, $2, 'accepted', starts_at, starts_at + interval '30 minutes', '[{}]',
       true, starts_at, starts_at - interval '1 day', starts_at
     ${waited}`,
    [businessId, locationId],
  );
  await client.query("vacuum analyze");
  return { from: dateOf(todayAt - 365 * DAY), to: dateOf(todayAt - DAY) };
}
