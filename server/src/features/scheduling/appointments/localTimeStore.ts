import { dateOf, dayAt, localText, tzVersion, type Zone } from "@daybook/engine";
import { column, pick, type RowOf, statement, type Transaction } from "../../../platform/database/index.ts";
import { appointmentItems, appointments } from "../../../tables/scheduling.ts";

/** Formats a local time without its offset, in the format of `starts_local`. */
export function wallText(zone: Zone, at: number): string {
  return localText(zone, at).slice(0, -6);
}

/** Returns the local date of an instant, `YYYY-MM-DD`. */
export function dateText(zone: Zone, at: number): string {
  return dateOf(dayAt(zone, at));
}

const business = pick(appointments.columns, "business_id");
const atLocation = { ...business, locationId: column.id, sinceAt: column.instant };

/** Locks the appointments of a location that start at or after `$sinceAt`, sorted by id, so that concurrent locks do not deadlock. */
export const lockAtLocation = statement({
  name: "appointments_lock_at_location",
  params: atLocation,
  columns: pick(appointments.columns, "id"),
  sql: `select id
        from appointments
        where business_id = $business_id
          and location_id = $locationId
          and starts_at >= $sinceAt
        order by id
        for no key update`,
});

const itemColumns = {
  appointment_starts_at: column.instant,
  ...pick(appointmentItems.columns, "appointment_id", "id", "staff_id", "starts_at", "starts_on"),
};

export type ItemAtLocation = RowOf<typeof itemColumns>;

/** Lists the items of a location's appointments that start at or after `$sinceAt`. */
export const listItemsAtLocation = statement({
  name: "appointments_list_items_at_location",
  params: atLocation,
  columns: itemColumns,
  sql: `select appointment.starts_at as appointment_starts_at,
          item.appointment_id, item.id, item.staff_id, item.starts_at, item.starts_on
        from appointments as appointment
        join appointment_items as item
          on item.business_id = appointment.business_id and item.appointment_id = appointment.id
        where appointment.business_id = $business_id
          and appointment.location_id = $locationId
          and appointment.starts_at >= $sinceAt
        order by item.appointment_id, item.position, item.id`,
});

const updateLocalStarts = statement({
  name: "appointments_update_local_starts",
  params: {
    ...business,
    ...pick(appointments.columns, "tz_version"),
    ids: column.ids,
    startsLocal: column.texts,
  },
  sql: `with local as materialized (
          select id, starts_local::timestamp as starts_local
          from unnest($ids, $startsLocal) as given (id, starts_local)
        )
        update appointments
        set starts_local = local.starts_local, tz_version = $tz_version
        from local
        where appointments.business_id = $business_id and appointments.id = local.id`,
});

const updateDays = statement({
  name: "appointments_update_days",
  params: { ...business, appointmentIds: column.ids, ids: column.ids, dates: column.dates },
  sql: `update appointment_items as item
        set starts_on = local.starts_on
        from unnest($appointmentIds, $ids, $dates) as local (appointment_id, id, starts_on)
        where item.business_id = $business_id
          and item.appointment_id = local.appointment_id
          and item.id = local.id`,
});

/** Writes the local days of items and the local starts of their appointments in a zone. The appointments must be locked. */
export function writeLocalTimes(
  tx: Transaction,
  businessId: string,
  items: readonly ItemAtLocation[],
  zone: Zone,
): void {
  const starts = new Map(
    items.map((item) => [item.appointment_id, wallText(zone, item.appointment_starts_at)]),
  );
  tx.write(updateLocalStarts, {
    business_id: businessId,
    tz_version: tzVersion,
    ids: [...starts.keys()],
    startsLocal: [...starts.values()],
  });
  tx.write(updateDays, {
    business_id: businessId,
    appointmentIds: items.map((item) => item.appointment_id),
    ids: items.map((item) => item.id),
    dates: items.map((item) => dateText(zone, item.starts_at)),
  });
}
