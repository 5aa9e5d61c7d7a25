import { column, pick, type RowOf, statement } from "../../../platform/database/index.ts";
import { holdsView } from "../../../tables/booking.ts";
import {
  appointmentItems,
  appointmentItemsView,
  appointmentsView,
  calendars,
  calendarsView,
  subjects,
} from "../../../tables/scheduling.ts";

const { snapshot_version } = calendars.columns;

const busyTimeColumns = {
  snapshot_version,
  subject_id: column.id,
  ...pick(subjects.columns, "version"),
  claims: column.nullable(column.bytes),
  holds: column.nullable(column.bytes),
  days: column.nullable(column.bytes),
};

export type BusyTimeRow = RowOf<typeof busyTimeColumns>;

/**
 * Reads the busy time of subjects, one row each, with the version of the subject: the claims and holds that overlap `[fromAt,
 * untilAt)`, and the minutes of the local days `fromDay`…`toDay`, both inclusive. Instants are encoded in PostgreSQL's binary
 * format of eight bytes: reading a month for fifty staff members as rows or text would take longer than the whole search
 * (decision 11). A claim consists of its start, its end and a byte that states whether it is exclusive. A hold consists of its
 * start, end and expiry. A day consists of its number since 1970 and the minutes of the items that start on it. The entries are
 * unordered.
 */
export const readBusyTimeRows = statement({
  name: "calendar_read_busy_time",
  params: {
    businessId: column.id,
    subjectIds: column.ids,
    fromAt: column.instant,
    untilAt: column.instant,
    excludeAppointmentId: column.nullable(column.id),
    fromDay: column.integer,
    toDay: column.integer,
  },
  columns: busyTimeColumns,
  sql: `select
     calendars.snapshot_version,
     subjects.id as subject_id,
     subjects.version,
     (
       select string_agg(
         timestamptz_send(lower(claims.during)) || timestamptz_send(upper(claims.during)) || boolsend(claims.exclusive), '')
       from claims
       where claims.business_id = subjects.business_id
         and claims.subject_id = subjects.id
         and claims.during && tstzrange($fromAt, $untilAt)
         and claims.hold_id is null
         and ($excludeAppointmentId is null or claims.appointment_id is distinct from $excludeAppointmentId)
     ) as claims,
     (
       select string_agg(
         timestamptz_send(lower(claims.during)) || timestamptz_send(upper(claims.during)) || timestamptz_send(claims.expires_at), '')
       from claims
       where claims.business_id = subjects.business_id
         and claims.subject_id = subjects.id
         and claims.during && tstzrange($fromAt, $untilAt)
         and claims.hold_id is not null
     ) as holds,
     (
       select string_agg(int4send(day.number) || int4send(day.minutes), '')
       from (
         select items.starts_on - date '1970-01-01' as number, sum(items.duration_minutes)::integer as minutes
         from ${appointmentItemsView} as items
         where items.business_id = subjects.business_id
           and items.staff_id = subjects.id
           and items.starts_on between date '1970-01-01' + $fromDay::integer and date '1970-01-01' + $toDay::integer
           and items.takes_time
         group by items.starts_on
       ) as day
     ) as days
   from ${calendarsView} as calendars
   join subjects on subjects.business_id = calendars.business_id
   where calendars.business_id = $businessId and subjects.id = any ($subjectIds)
   order by subjects.id`,
});

/**
 * Counts the items of a service that start on each local day at a location, for its day limit. Live holds count, except holds
 * that a booking by staff has revoked.
 */
export const readBookedOn = statement({
  name: "calendar_read_booked_on",
  params: {
    businessId: column.id,
    serviceIds: column.ids,
    fromOn: column.date,
    toOn: column.date,
    locationId: column.id,
    excludeAppointmentId: column.nullable(column.id),
    now: column.instant,
  },
  columns: { ...pick(appointmentItems.columns, "service_id", "starts_on"), items: column.integer },
  sql: `select booked.service_id, booked.starts_on, count(*) as items
        from (
          select items.service_id, items.starts_on
          from ${appointmentItemsView} as items
          join ${appointmentsView} as appointments
            on appointments.business_id = items.business_id and appointments.id = items.appointment_id
          where items.business_id = $businessId
            and items.service_id = any ($serviceIds)
            and items.starts_on between $fromOn and $toOn
            and items.takes_time
            and appointments.location_id = $locationId
            and appointments.id is distinct from $excludeAppointmentId
          union all
          select held.service_id, held.starts_on
          from ${holdsView} as hold
          cross join lateral unnest(hold.service_ids, hold.starts_ons) as held (service_id, starts_on)
          where hold.business_id = $businessId
            and hold.location_id = $locationId
            and hold.expires_at > $now
            and held.service_id = any ($serviceIds)
            and held.starts_on between $fromOn and $toOn
            and exists (
              select
              from claims
              where claims.business_id = hold.business_id and claims.hold_id = hold.id
            )
        ) as booked
        group by booked.service_id, booked.starts_on
        order by booked.service_id, booked.starts_on`,
});
