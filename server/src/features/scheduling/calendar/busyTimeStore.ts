import { column, type Reader, statement, type Transaction } from "../../../platform/database/index.ts";

/** Which version everybody's diary has, and the setup: what a search asks first, and often all it asks. */
const readVersionsStatement = statement(
  "calendar_read_diary_versions",
  {
    snapshot_version: column.integer,
    subject_id: column.nullable(column.id),
    version: column.nullable(column.integer),
  },
  `select calendars.snapshot_version, subjects.id as subject_id, subjects.version
   from calendars
   left join subjects on subjects.business_id = calendars.business_id and subjects.id = any ($2::uuid[])
   where calendars.business_id = $1
   order by subjects.id`,
);

export function readVersions(reader: Reader, businessId: string, subjectIds: readonly string[]) {
  return reader.query(readVersionsStatement, [businessId, subjectIds]);
}

/**
 * What has been taken of subjects, one row each, with the version it is of. Instants come as PostgreSQL's own eight
 * bytes: as rows or as text, reading a month of fifty people would cost more than all the computing (decision 11).
 * A claim is its start, its end and a byte that says whether it takes the whole subject; a hold its start, its end
 * and its expiry; a day its number since 1970 and the minutes of the items that start on it. In no particular order.
 */
const readBusyTimeStatement = statement(
  "calendar_read_diaries",
  {
    snapshot_version: column.integer,
    subject_id: column.id,
    version: column.integer,
    claims: column.nullable(column.bytes),
    holds: column.nullable(column.bytes),
    days: column.nullable(column.bytes),
  },
  `select
     calendars.snapshot_version,
     subjects.id as subject_id,
     subjects.version,
     (
       select string_agg(
         timestamptz_send(lower(claims.during)) || timestamptz_send(upper(claims.during)) || boolsend(claims.exclusive), '')
       from claims
       where claims.business_id = subjects.business_id
         and claims.subject_id = subjects.id
         and claims.during && tstzrange($3, $4)
         and claims.hold_id is null
         and ($5::uuid is null or claims.appointment_id is distinct from $5::uuid)
     ) as claims,
     (
       select string_agg(
         timestamptz_send(lower(claims.during)) || timestamptz_send(upper(claims.during)) || timestamptz_send(claims.expires_at), '')
       from claims
       where claims.business_id = subjects.business_id
         and claims.subject_id = subjects.id
         and claims.during && tstzrange($3, $4)
         and claims.hold_id is not null
     ) as holds,
     (
       select string_agg(int4send(day.number) || int4send(day.minutes), '')
       from (
         select items.starts_on - date '1970-01-01' as number, sum(items.duration_minutes)::integer as minutes
         from appointment_items as items
         where items.business_id = subjects.business_id
           and items.staff_id = subjects.id
           and items.starts_on between date '1970-01-01' + $6::integer and date '1970-01-01' + $7::integer
           and items.takes_time
         group by items.starts_on
       ) as day
     ) as days
   from calendars
   join subjects on subjects.business_id = calendars.business_id
   where calendars.business_id = $1 and subjects.id = any ($2::uuid[])
   order by subjects.id`,
);

export type BusyTimeRow = NonNullable<(typeof readBusyTimeStatement)["row"]>;

/** Claims that overlap `[fromAt, untilAt)` and minutes of the local days `fromDay`…`toDay`, both included. */
export function readBusyTimeRows(
  reader: Reader,
  businessId: string,
  subjectIds: readonly string[],
  range: { fromAt: number; untilAt: number; fromDay: number; toDay: number },
  excludeAppointmentId: string | null,
): Promise<BusyTimeRow[]> {
  return reader.query(readBusyTimeStatement, [
    businessId,
    subjectIds,
    new Date(range.fromAt),
    new Date(range.untilAt),
    excludeAppointmentId,
    range.fromDay,
    range.toDay,
  ]);
}

const raiseVersions = statement(
  "calendar_raise_diary_versions",
  {},
  `update subjects
   set version = version + 1
   where business_id = $1 and id = any ($2::uuid[])`,
);

/** Tells every process that these members' minutes a day are others, though nobody has taken or given back time. They must be locked. */
export function raiseBusyTimeVersions(
  tx: Transaction,
  businessId: string,
  staffIds: readonly string[],
): void {
  tx.write(raiseVersions, [businessId, staffIds]);
}

/** How many items of a service start on each local day at a location: what a day limit counts. */
const readBookedOnStatement = statement(
  "calendar_read_booked_on",
  { service_id: column.id, starts_on: column.date, items: column.integer },
  `select items.service_id, items.starts_on, count(*) as items
   from appointment_items as items
   join appointments on appointments.business_id = items.business_id and appointments.id = items.appointment_id
   where items.business_id = $1
     and items.service_id = any ($2::uuid[])
     and items.starts_on between $3::date and $4::date
     and items.takes_time
     and appointments.location_id = $5
     and appointments.id is distinct from $6
   group by items.service_id, items.starts_on
   order by items.service_id, items.starts_on`,
);

export function readBookedOn(
  reader: Reader,
  businessId: string,
  serviceIds: readonly string[],
  fromOn: string,
  toOn: string,
  locationId: string,
  excludeAppointmentId: string | null,
) {
  return reader.query(readBookedOnStatement, [
    businessId,
    serviceIds,
    fromOn,
    toOn,
    locationId,
    excludeAppointmentId,
  ]);
}
