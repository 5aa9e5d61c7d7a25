import type pg from "pg";
import { busyOf, wBerlin } from "../engine/wBerlin.ts";
import { sqlIdOf } from "./ids.ts";
import { type BenchSalon, CLIENTS, STAFF } from "./salon.ts";

const DAY = 86_400_000;

/** Numbers of visits: those of the month that is asked for, those of the past, and from there on those that are booked. */
export const FIRST_PAST_VISIT = 1_000_000;
export const PAST_VISITS = 200_000;
export const FIRST_BOOKED_VISIT = 10_000_000;

/** Midnight in UTC of the first day of the month that is asked for: next week, so that none of it is in the past. */
export const monthFromAt = (now: number) => (Math.floor(now / DAY) + 7) * DAY;

/** Copies the template until there are fifty staff and five hundred clients, and gives the staff the taken time of W-BERLIN. */
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
     select row_number() over (), visit.staff, visit.starts_at, visit.minutes
     from jsonb_to_recordset($1::jsonb) as visit (staff bigint, starts_at timestamptz, minutes int)`,
    [JSON.stringify(planned)],
  );
  await insertPlanned(client, salon, "booked");
}

/** Two hundred thousand visits of the years before: eight a day for everybody, without end and without gap. */
export async function seedHistory(client: pg.Client, salon: BenchSalon, now: number): Promise<void> {
  const todayAt = new Date(Math.floor(now / DAY) * DAY).toISOString();
  await client.query("truncate planned");
  await client.query(
    `insert into planned
     select
       ${FIRST_PAST_VISIT} + n,
       1 + n % ${STAFF},
       $1::timestamptz - (1 + n / ${8 * STAFF}) * interval '1 day' + (8 + n / ${STAFF} % 8) * interval '1 hour',
       30
     from generate_series(0, ${PAST_VISITS - 1}) as n`,
    [todayAt],
  );
  await insertPlanned(client, salon, "completed");
}

/** Taken days of the workload: what the bench of availability asks for. */
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
  const visit = sqlIdOf(salon.number, "visit", "number");
  const endsAt = "starts_at + minutes * interval '1 minute'";
  const { businessId, locationId, serviceId } = salon;
  await client.query(
    `insert into appointments (
       business_id, id, location_id, client_id, status, starts_at, ends_at, starts_local, tz_version, source,
       total_amount, currency, version, created_at, updated_at
     )
     select $1, ${visit}, $2, ${sqlIdOf(salon.number, "client", `1 + number % ${CLIENTS}`)}, $3, starts_at, ${endsAt},
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
     select $1, ${visit}, ${sqlIdOf(salon.number, "item", "number")}, 1, $2, 'Cut', ${sqlIdOf(salon.number, "staff", "staff")}, '{}', starts_at,
       ${endsAt}, (starts_at at time zone 'Europe/Berlin')::date, minutes, 0, 0, 0, 0, 4500, true
     from planned`,
    [businessId, serviceId],
  );
  await client.query(
    `insert into claims (business_id, id, subject_id, during, unit, overbooked, exclusive, appointment_id)
     select $1, ${sqlIdOf(salon.number, "claim", "number")}, ${sqlIdOf(salon.number, "staff", "staff")}, tstzrange(starts_at, ${endsAt}), 0, false,
       false, ${visit}
     from planned`,
    [businessId],
  );
  await client.query("vacuum analyze");
}
