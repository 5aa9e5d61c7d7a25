import { column, pick, statement } from "../../../platform/database/index.ts";
import { bytesOf, withinPageBytes } from "../../../platform/http/pageBytes.ts";
import { appointments } from "../../../tables/scheduling.ts";
import { appointmentColumns, selectAppointments } from "./store.ts";

const { columns } = appointments;
const business = pick(columns, "business_id");
const ofClient = { ...business, clientId: column.id };

/** The SQL expression for the size in bytes of the texts that can be long. */
const NOTE_BYTES = bytesOf("internal_note", "status_reason");

/** Returns an SQL condition on `appointments`: true if the staff member performs an item, or if the parameter is null. */
function hasItemOf(staffId: string): string {
  return `(${staffId} is null or exists (
     select
     from appointment_items
     where appointment_items.business_id = appointments.business_id
       and appointment_items.appointment_id = appointments.id
       and appointment_items.staff_id = ${staffId}
   ))`;
}

/**
 * A page of a location's appointments that overlap `[fromAt, untilAt)`. No appointment lasts eleven days, so a lower bound of `starts_at`
 * excludes older appointments from the index scan. A null filter is not applied; if both staff filters are set, both apply.
 */
export const listOverlapping = statement({
  name: "appointments_list",
  params: {
    ...business,
    locationId: column.id,
    fromAt: column.instant,
    untilAt: column.instant,
    clientId: column.nullable(column.id),
    statuses: column.nullable(column.texts),
    updatedSinceAt: column.nullable(column.instant),
    updatedBeforeAt: column.instant,
    staffId: column.nullable(column.id),
    ownStaffId: column.nullable(column.id),
    afterStartsAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: appointmentColumns,
  sql: selectAppointments(
    withinPageBytes(
      `select *
       from appointments
       where business_id = $business_id
         and location_id = $locationId
         and starts_at < $untilAt
         and ends_at > $fromAt
         and starts_at > $fromAt - interval '11 days'
         and ($clientId is null or client_id = $clientId)
         and ($statuses is null or status = any ($statuses))
         and ($updatedSinceAt is null or updated_at >= $updatedSinceAt)
         and updated_at < $updatedBeforeAt
         and ${hasItemOf("$staffId")}
         and ${hasItemOf("$ownStaffId")}
         and ($afterStartsAt is null or (starts_at, id) > ($afterStartsAt, $afterId))
       order by starts_at, id
       limit $limit`,
      "starts_at, id",
      NOTE_BYTES,
    ),
    "appointment.business_id = $business_id",
    "appointment.starts_at, appointment.id",
  ),
});

/**
 * A page of a client's appointments, newest first, starting after the given row. If `$ownStaffId` is not null, the page contains only
 * appointments of that staff member.
 */
export const listOfClient = statement({
  name: "appointments_list_of_client",
  params: {
    ...ofClient,
    ownStaffId: column.nullable(column.id),
    beforeStartsAt: column.instant,
    beforeId: column.id,
    limit: column.integer,
  },
  columns: appointmentColumns,
  sql: selectAppointments(
    withinPageBytes(
      `select *
       from appointments
       where business_id = $business_id
         and client_id = $clientId
         and (starts_at, id) < ($beforeStartsAt, $beforeId)
         and ${hasItemOf("$ownStaffId")}
       order by starts_at desc, id desc
       limit $limit`,
      "starts_at desc, id desc",
      NOTE_BYTES,
    ),
    "appointment.business_id = $business_id",
    "appointment.starts_at desc, appointment.id desc",
  ),
});

/** A page of all appointments of a client, oldest first, starting after the given row (null for the first page). */
export const listOfClientForExport = statement({
  name: "appointments_list_of_client_for_export",
  params: {
    ...ofClient,
    afterStartsAt: column.nullable(column.instant),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: appointmentColumns,
  sql: selectAppointments(
    withinPageBytes(
      `select *
       from appointments
       where business_id = $business_id
         and client_id = $clientId
         and ($afterStartsAt is null or (starts_at, id) > ($afterStartsAt, $afterId))
       order by starts_at, id
       limit $limit`,
      "starts_at, id",
      NOTE_BYTES,
    ),
    "appointment.business_id = $business_id",
    "appointment.starts_at, appointment.id",
  ),
});

/**
 * A page of the appointments, from all businesses, that are still requested at their start, starting after the given row (null
 * for the first page). Used by the worker.
 */
export const listUnanswered = statement({
  name: "appointments_find_unanswered",
  params: {
    now: column.instant,
    afterStartsAt: column.nullable(column.instant),
    afterBusinessId: column.nullable(column.id),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: pick(columns, "starts_at", "business_id", "id"),
  sql: `select starts_at, business_id, id
        from appointments
        where status = 'requested'
          and starts_at <= $now
          and (
            $afterStartsAt is null
            or (starts_at, business_id, id) > ($afterStartsAt, $afterBusinessId, $afterId)
          )
        order by starts_at, business_id, id
        limit $limit`,
});

/**
 * The requested appointments of one business, earliest start first. If `$startsUntil` is not null, only those that start at or
 * before this time.
 */
export const listRequestedOf = statement({
  name: "appointments_list_requested_of",
  params: { businessId: column.id, startsUntil: column.nullable(column.instant), limit: column.integer },
  columns: pick(columns, "starts_at", "id"),
  sql: `select starts_at, id
        from appointments
        where business_id = $businessId
          and status = 'requested'
          and ($startsUntil is null or starts_at <= $startsUntil)
        order by starts_at, id
        limit $limit`,
});
