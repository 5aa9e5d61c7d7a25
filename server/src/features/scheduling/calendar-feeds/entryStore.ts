import { column, pick, type RowOf, statement } from "../../../platform/database/index.ts";
import { locationsView } from "../../../tables/business.ts";
import { clientsView } from "../../../tables/clients.ts";
import { appointmentItemsView, appointmentsView } from "../../../tables/scheduling.ts";

const entryColumns = {
  ...pick(
    appointmentsView.columns,
    "id",
    "status",
    "starts_at",
    "ends_at",
    "version",
    "created_at",
    "updated_at",
  ),
  services: column.texts,
  ...pick(clientsView.columns, "first_name", "last_name"),
  location_name: column.text,
};

/** An appointment in a feed, with the time and the services of the items that belong to the feed. */
export type EntryRow = RowOf<typeof entryColumns>;

const window = {
  businessId: column.id,
  fromAt: column.instant,
  untilAt: column.instant,
  endedSince: column.instant,
  limit: column.integer,
};

const selected = `appointment.id, appointment.status, min(item.starts_at) as starts_at, max(item.ends_at) as ends_at,
          appointment.version, appointment.created_at, appointment.updated_at,
          array_agg(item.service_name order by item.position) as services,
          client.first_name, client.last_name, location.name as location_name`;

const joined = `join ${clientsView} as client
          on client.business_id = appointment.business_id and client.id = appointment.client_id
        join ${locationsView} as location
          on location.business_id = appointment.business_id and location.id = appointment.location_id`;

const inWindow = `appointment.starts_at >= $fromAt
          and appointment.starts_at < $untilAt
          and (
            appointment.status not in ('cancelled', 'declined')
            or coalesce(appointment.cancelled_at, appointment.declined_at) >= $endedSince
          )`;

const grouped = `group by
          appointment.id, appointment.status, appointment.starts_at, appointment.version, appointment.created_at,
          appointment.updated_at, client.first_name, client.last_name, location.name
        order by appointment.starts_at, appointment.id
        limit $limit`;

/**
 * The appointments at a location, or the appointments that use a resource of the location, by start. Includes appointments that were
 * cancelled or declined at or after `endedSince`.
 */
export const listEntriesOfLocation = statement({
  name: "calendar_feeds_entries_of_location",
  params: { ...window, locationId: column.id, resourceId: column.nullable(column.id) },
  columns: entryColumns,
  sql: `select ${selected}
        from ${appointmentsView} as appointment
        join ${appointmentItemsView} as item
          on item.business_id = appointment.business_id and item.appointment_id = appointment.id
        ${joined}
        where appointment.business_id = $businessId
          and appointment.location_id = $locationId
          and ($resourceId is null or $resourceId = any (item.resource_ids))
          and ${inWindow}
        ${grouped}`,
});

/**
 * The appointments of a staff member, by start. The dates limit the index scan. The range of dates covers the whole window in every time
 * zone.
 */
export const listEntriesOfStaffMember = statement({
  name: "calendar_feeds_entries_of_staff_member",
  params: { ...window, staffId: column.id, fromOn: column.date, untilOn: column.date },
  columns: entryColumns,
  sql: `select ${selected}
        from ${appointmentItemsView} as item
        join ${appointmentsView} as appointment
          on appointment.business_id = item.business_id and appointment.id = item.appointment_id
        ${joined}
        where item.business_id = $businessId
          and item.staff_id = $staffId
          and item.starts_on between $fromOn and $untilOn
          and ${inWindow}
        ${grouped}`,
});
