import type pg from "pg";
import { busyOf, wBerlin } from "../engine/wBerlin.ts";
import { sqlIdOf } from "./ids.ts";
import { type BenchSalon, CLIENTS, STAFF } from "./salon.ts";

const DAY = 86_400_000;

/**
 * The first number of the past appointments, and the first number of the appointments that pgbench books. Numbers in
 * the measured month start at 1.
 */
export const FIRST_PAST_APPOINTMENT = 1_000_000;
export const PAST_APPOINTMENTS = 200_000;
export const FIRST_BOOKED_APPOINTMENT = 10_000_000;

/** Returns 00:00 UTC of the first day of the measured month, a week ahead, so that the whole month is in the future. */
export const monthFromAt = (now: number) => (Math.floor(now / DAY) + 7) * DAY;

/**
 * Creates fifty staff members and five hundred clients by copying the templates, and inserts the appointments of
 * W-BERLIN.
 */
export async function seedMonth(client: pg.Client, salon: BenchSalon, now: number): Promise<void> {
  const { staffId, clientId } = salon.templates;
  const staff = (column: string) => `'${column}', ${sqlIdOf(salon.number, "staff", "number")}`;
  const { businessId } = salon;
  for (const [table, column] of [
    ["subjects", "id"],
    ["subject_units", "subject_id"],
    ["staff", "id"],
    ["staff_locations", "staff_id"],
    ["staff_hours", "staff_id"],
    ["service_staff", "staff_id"],
  ] as const) {
    await copyRows(client, table, `${column} = '${staffId}'`, staff(column), STAFF);
  }
  await copyRows(
    client,
    "clients",
    `id = '${clientId}'`,
    `'id', ${sqlIdOf(salon.number, "client", "number")}`,
    CLIENTS,
  );
  await client.query("delete from service_staff where business_id = $1 and staff_id = $2", [
    businessId,
    staffId,
  ]);

  const fromAt = monthFromAt(now);
  const planned = Array.from({ length: STAFF }, (_, index) => index).flatMap((index) =>
    busyOf(index).map(({ day, from, until }) => ({
      staff: index + 1,
      starts_at: new Date(fromAt + day * DAY + (from - 60) * 60_000).toISOString(),
      minutes: until - from,
    })),
  );
  await client.query("drop table if exists planned");
  await client.query(
    "create temp table planned (number bigint, staff bigint, starts_at timestamptz, minutes int)",
  );
  await client.query(
    `insert into planned
     select row_number() over (), appointment.staff, appointment.starts_at, appointment.minutes
     from jsonb_to_recordset($1::jsonb) as appointment (staff bigint, starts_at timestamptz, minutes int)`,
    [JSON.stringify(planned)],
  );
  await insertPlanned(client, salon, "booked");
}

/** Inserts 200,000 past appointments: eight a day for each staff member, up to yesterday. */
export async function seedHistory(client: pg.Client, salon: BenchSalon, now: number): Promise<void> {
  const todayAt = new Date(Math.floor(now / DAY) * DAY).toISOString();
  await client.query("truncate planned");
  await client.query(
    `insert into planned
     select
       ${FIRST_PAST_APPOINTMENT} + n,
       1 + n % ${STAFF},
       $1::timestamptz - (1 + n / ${8 * STAFF}) * interval '1 day' + (8 + n / ${STAFF} % 8) * interval '1 hour',
       30
     from generate_series(0, ${PAST_APPOINTMENTS - 1}) as n`,
    [todayAt],
  );
  await insertPlanned(client, salon, "completed");
}

export const MONTH_DAYS = wBerlin.days;

async function copyRows(
  client: pg.Client,
  table: string,
  where: string,
  changes: string,
  copies: number,
): Promise<void> {
  await client.query(
    `insert into ${table}
     select (jsonb_populate_record(null::${table}, to_jsonb(${table}) || jsonb_build_object(${changes}))).*
     from ${table}, generate_series(1, ${copies}) as number
     where ${where}`,
  );
}

async function insertPlanned(client: pg.Client, salon: BenchSalon, status: string): Promise<void> {
  const appointment = sqlIdOf(salon.number, "appointment", "number");
  const endsAt = "starts_at + minutes * interval '1 minute'";
  const { businessId, locationId, serviceId } = salon;
  await client.query(
    `insert into appointments (
       business_id, id, location_id, client_id, status, starts_at, ends_at, starts_local, tz_version, source,
       total_amount, currency, version, created_at, updated_at
     )
     select $1, ${appointment}, $2, ${sqlIdOf(salon.number, "client", `1 + number % ${CLIENTS}`)}, $3, starts_at, ${endsAt},
       starts_at at time zone 'Europe/Berlin', 'bench', 'import', 4500, 'EUR', 1, now(), now()
     from planned`,
    [businessId, locationId, status],
  );
  await client.query(
    `insert into appointment_items (
       business_id, appointment_id, id, position, service_id, service_name, staff_id, resource_ids, starts_at, ends_at,
       starts_on, initial_minutes, processing_minutes, finishing_minutes, buffer_before_minutes, buffer_after_minutes,
       price_amount, takes_time
     )
     select $1, ${appointment}, ${sqlIdOf(salon.number, "item", "number")}, 1, $2, 'Cut', ${sqlIdOf(salon.number, "staff", "staff")}, '{}', starts_at,
       ${endsAt}, (starts_at at time zone 'Europe/Berlin')::date, minutes, 0, 0, 0, 0, 4500, true
     from planned`,
    [businessId, serviceId],
  );
  await client.query(
    `insert into claims (business_id, id, subject_id, during, unit, overbooked, exclusive, appointment_id)
     select $1, ${sqlIdOf(salon.number, "claim", "number")}, ${sqlIdOf(salon.number, "staff", "staff")}, tstzrange(starts_at, ${endsAt}), 0, false,
       false, ${appointment}
     from planned`,
    [businessId],
  );
  await client.query("vacuum analyze");
}
