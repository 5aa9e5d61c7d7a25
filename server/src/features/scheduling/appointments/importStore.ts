import { column, pick, statement } from "../../../platform/database/index.ts";
import { locationsView, staffMembers } from "../../../tables/business.ts";
import { clientsView } from "../../../tables/clients.ts";
import { appointmentItems, appointments } from "../../../tables/scheduling.ts";

const { columns } = appointments;
const ofImport = { businessId: column.id, appointmentIds: column.ids };

/** The active locations with the names to which an imported file can refer. */
export const listLocations = statement({
  name: "appointments_list_locations",
  params: { businessId: column.id },
  columns: pick(locationsView.columns, "id", "name", "time_zone"),
  sql: `select id, name, time_zone
        from ${locationsView} as location
        where business_id = $businessId
          and active
        order by name, id`,
});

/**
 * The appointment items of these clients that start at one of these instants, in any status. An imported row can match one of
 * these items.
 */
export const listBookedItems = statement({
  name: "appointments_list_booked_items",
  params: { businessId: column.id, clientIds: column.ids, starts: column.instants },
  columns: {
    ...pick(columns, "id", "client_id"),
    ...pick(appointmentItems.columns, "service_id", "staff_id", "starts_at"),
  },
  sql: `select appointment.id, appointment.client_id, item.service_id, item.staff_id, item.starts_at
        from appointments as appointment
        join appointment_items as item
          on item.business_id = appointment.business_id and item.appointment_id = appointment.id
        where appointment.business_id = $businessId
          and appointment.client_id = any ($clientIds)
          and item.starts_at = any ($starts)
        order by appointment.created_at, appointment.id, item.position`,
});

/** The fields of appointments for the list of imported rows: the first item, and the names of client and staff member. */
export const listImportedAppointments = statement({
  name: "appointments_list_imported",
  params: ofImport,
  columns: {
    ...pick(columns, "id", "location_id", "status", "starts_at", "ends_at"),
    total_amount: column.integer,
    ...pick(appointmentItems.columns, "service_name"),
    ...pick(locationsView.columns, "time_zone"),
    location_name: column.text,
    staff_name: column.text,
    first_name: column.nullable(column.text),
    last_name: column.nullable(column.text),
  },
  sql: `select appointment.id, appointment.location_id, appointment.status, appointment.starts_at, appointment.ends_at, appointment.total_amount,
          item.service_name, location.time_zone, location.name as location_name, staff.display_name as staff_name,
          client.first_name, client.last_name
        from appointments as appointment
        join appointment_items as item
          on item.business_id = appointment.business_id and item.appointment_id = appointment.id and item.position = 1
        join ${locationsView} as location
          on location.business_id = appointment.business_id and location.id = appointment.location_id
        join ${staffMembers} as staff
          on staff.business_id = appointment.business_id and staff.id = item.staff_id
        left join ${clientsView} as client
          on client.business_id = appointment.business_id and client.id = appointment.client_id and client.deleted_at is null
        where appointment.business_id = $businessId
          and appointment.id = any ($appointmentIds)`,
});

/** Locks the appointments of an import that were not changed afterwards. */
export const lockImported = statement({
  name: "appointments_lock_imported",
  params: ofImport,
  columns: pick(columns, "id"),
  sql: `select id
        from appointments
        where business_id = $businessId
          and id = any ($appointmentIds)
          and version = 1
          and source = 'import'
        order by id
        for update`,
});

/** The staff members and resources of appointments. */
export const listSubjects = statement({
  name: "appointments_list_subjects_of_imported",
  params: ofImport,
  columns: { subject_id: column.id },
  sql: `select distinct subject_id
        from appointment_items as item, unnest(item.staff_id || item.resource_ids) as subject_id
        where item.business_id = $businessId
          and item.appointment_id = any ($appointmentIds)`,
});

export const deleteImportedItems = statement({
  name: "appointments_delete_imported_items",
  params: ofImport,
  sql: `delete from appointment_items
        where business_id = $businessId and appointment_id = any ($appointmentIds)`,
});

export const deleteImported = statement({
  name: "appointments_delete_imported",
  params: ofImport,
  sql: `delete from appointments
        where business_id = $businessId and id = any ($appointmentIds)`,
});
