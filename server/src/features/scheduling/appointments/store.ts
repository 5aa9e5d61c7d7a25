import {
  assignments,
  column,
  deleteWhere,
  insertInto,
  list,
  omit,
  pick,
  prefixed,
  recordset,
  statement,
  updateRow,
} from "../../../platform/database/index.ts";
import { locationsView } from "../../../tables/business.ts";
import { depositsView, paymentsView } from "../../../tables/checkout.ts";
import { formTemplatesView } from "../../../tables/clients.ts";
import { appointmentItems, appointments } from "../../../tables/scheduling.ts";

const { columns } = appointments;
const own = omit(columns, "business_id", "starts_local", "tz_version", "total_amount");
const ownItem = omit(
  appointmentItems.columns,
  "business_id",
  "appointment_id",
  "starts_on",
  "duration_minutes",
  "takes_time",
);

const notes = pick(columns, "internal_note", "status_reason");
const ownWithoutNotes = omit(own, "internal_note", "status_reason");

export const appointmentColumns = {
  ...ownWithoutNotes,
  ...notes,
  ...prefixed(ownItem, "item_"),
  ...pick(locationsView.columns, "time_zone"),
  has_forms: column.flag,
};

const business = pick(columns, "business_id");
const one = pick(columns, "business_id", "id");
const ofClient = { ...business, clientId: column.id };

/**
 * Selects appointments, one row per item, with the time zone of their location. Notes of up to 48 kB are returned only in the row of the
 * first item. `has_forms` is true if the business has any form template; a second statement then reads the forms of the appointments.
 * Joining the forms here would make this statement 50 % slower, even for businesses without forms.
 */
export function selectAppointments(source: string, condition: string, order: string): string {
  const notesOnce = Object.keys(notes).map(
    (note) => `case when item.position = 1 then appointment.${note} end as ${note}`,
  );
  return `select ${list(ownWithoutNotes, "appointment")}, ${notesOnce.join(", ")}, ${list(ownItem, "item", "item_")}, location.time_zone,
     exists (
       select
       from ${formTemplatesView} as template
       where template.business_id = $business_id
         and template.archived_at is null
     ) as has_forms
   from ${source} as appointment
   join appointment_items as item
     on item.business_id = appointment.business_id and item.appointment_id = appointment.id
   join ${locationsView} as location
     on location.business_id = appointment.business_id and location.id = appointment.location_id
   where ${condition}
   order by ${order}, item.position, item.id`;
}

export const findAppointment = statement({
  name: "appointments_read",
  params: one,
  columns: appointmentColumns,
  sql: selectAppointments(
    "appointments",
    "appointment.business_id = $business_id and appointment.id = $id",
    "appointment.id",
  ),
});

export const findSeveral = statement({
  name: "appointments_read_several",
  params: { ...business, ids: column.ids },
  columns: appointmentColumns,
  sql: selectAppointments(
    "appointments",
    "appointment.business_id = $business_id and appointment.id = any ($ids)",
    "appointment.id",
  ),
});

/**
 * For each appointment, whether it is the client's first appointment that took place or is expected, and the deposits less refunds.
 * Subqueries in the select list use an index once for each id, so their cost does not depend on the size of the business.
 */
export const findMarks = statement({
  name: "appointments_find_marks",
  params: { ...business, ids: column.ids },
  columns: {
    ...pick(columns, "id", "client_confirmed_at"),
    is_first: column.flag,
    deposit_amount: column.integer,
  },
  sql: `select appointment.id, appointment.client_confirmed_at,
          not exists (
            select
            from appointments as earlier
            where earlier.business_id = $business_id
              and earlier.client_id = appointment.client_id
              and (earlier.starts_at, earlier.id) < (appointment.starts_at, appointment.id)
              and earlier.status in ('booked', 'arrived', 'completed')
          ) as is_first,
          (
            select coalesce(sum(payment.amount - payment.refunded_amount), 0)::bigint
            from ${depositsView} as deposit
            join ${paymentsView} as payment
              on payment.business_id = deposit.business_id and payment.id = deposit.payment_id
            where deposit.business_id = $business_id
              and deposit.appointment_id = appointment.id
              and deposit.status not in ('pending', 'failed')
          ) as deposit_amount
        from appointments as appointment
        where appointment.business_id = $business_id
          and appointment.id = any ($ids)`,
});

/**
 * Locks one appointment, so that concurrent changes of the appointment run one after another. A later statement must read the appointment,
 * because only a later statement sees changes that other transactions committed while this statement waited for the lock.
 */
export const lockOne = statement({
  name: "appointments_lock",
  params: one,
  columns: pick(columns, "id"),
  sql: `select id
        from appointments
        where business_id = $business_id and id = $id
        for no key update`,
});

/**
 * Locks the requested and booked appointments of a client that start at or after `$now`, sorted, so that concurrent locks do not
 * deadlock.
 */
export const lockUpcoming = statement({
  name: "appointments_lock_upcoming",
  params: { ...ofClient, now: column.instant },
  columns: pick(columns, "id"),
  sql: `select id
        from appointments
        where business_id = $business_id
          and client_id = $clientId
          and status in ('requested', 'booked')
          and starts_at >= $now
        order by id
        for no key update`,
});

/** Locks all appointments of a client, sorted, so that concurrent locks do not deadlock. */
export const lockAllOfClient = statement({
  name: "appointments_lock_of_client",
  params: ofClient,
  columns: pick(columns, "id"),
  sql: `select id
        from appointments
        where business_id = $business_id
          and client_id = $clientId
        order by id
        for no key update`,
});

export const insertRow = insertInto(
  "appointments_insert",
  appointments,
  omit(
    columns,
    "status_reason",
    "arrived_at",
    "completed_at",
    "cancelled_at",
    "declined_at",
    "no_show_at",
    "cancelled_by",
    "sale_closed_at",
  ),
);

export const updateOne = updateRow(
  "appointments_update",
  appointments,
  omit(
    columns,
    "business_id",
    "id",
    "location_id",
    "client_id",
    "series_id",
    "source",
    "currency",
    "total_amount",
    "created_at",
    "policy_version",
  ),
);

export const updateContents = updateRow(
  "appointments_update_contents",
  appointments,
  pick(columns, "client_id", "total_amount"),
);

export const deleteItems = deleteWhere(
  "appointments_delete_items",
  appointmentItems,
  "business_id",
  "appointment_id",
);

const ofAppointment = pick(appointmentItems.columns, "business_id", "appointment_id", "takes_time");
const newItem = { ...ownItem, ...pick(appointmentItems.columns, "starts_on") };
const changedItem = omit(
  newItem,
  "position",
  "service_id",
  "service_name",
  "buffer_before_minutes",
  "buffer_after_minutes",
  "price_amount",
);

export const insertItems = statement({
  name: "appointments_insert_items",
  params: { ...ofAppointment, items: column.rows(newItem) },
  sql: `insert into appointment_items (${list(ofAppointment)}, ${list(newItem)})
        select $business_id, $appointment_id, $takes_time, ${list(newItem, "item")}
        from ${recordset("items", newItem, "item")}`,
});

export const updateItems = statement({
  name: "appointments_update_items",
  params: { ...ofAppointment, items: column.rows(changedItem) },
  sql: `update appointment_items as item
        set ${assignments(omit(changedItem, "id"), "change")}, takes_time = $takes_time
        from ${recordset("items", changedItem, "change")}
        where item.business_id = $business_id and item.appointment_id = $appointment_id and item.id = change.id`,
});

/** Moves all appointments of a client to another client. Both clients must be locked. */
export const moveToClient = statement({
  name: "appointments_move_to_client",
  params: { ...business, fromClientId: column.id, toClientId: column.id, updatedAt: column.instant },
  sql: `update appointments
        set client_id = $toClientId, version = version + 1, updated_at = $updatedAt
        where business_id = $business_id
          and client_id = $fromClientId`,
});

/** Erases the notes and reasons of a client's appointments. The appointments must be locked. */
export const eraseNotes = statement({
  name: "appointments_erase_notes",
  params: { ...ofClient, updatedAt: column.instant },
  sql: `update appointments
        set internal_note = null, status_reason = null, version = version + 1, updated_at = $updatedAt
        where business_id = $business_id
          and client_id = $clientId
          and num_nonnulls(internal_note, status_reason) > 0`,
});
