import { dateOf, dayAt, localText, tzVersion, type Zone } from "@daybook/engine";
import { column, type Reader, statement, type Transaction } from "../../../platform/database/index.ts";

/** A local time without its offset, as the column for it takes it. */
export function wallText(zone: Zone, at: number): string {
  return localText(zone, at).slice(0, -6);
}

/** The local day on which an item starts, as the column for it takes it. */
export function dateText(zone: Zone, at: number): string {
  return dateOf(dayAt(zone, at));
}

const lockVisits = statement(
  "appointments_lock_at_place",
  { id: column.id },
  `select id
   from appointments
   where business_id = $1
     and location_id = $2
     and starts_at >= $3
   order by id
   for no key update`,
);

/** Locks the visits of a place that start at $3 or later, sorted. */
export async function lockAppointmentRowsAt(
  tx: Transaction,
  businessId: string,
  locationId: string,
  sinceAt: number,
): Promise<void> {
  await tx.query(lockVisits, [businessId, locationId, new Date(sinceAt)]);
}

const listItems = statement(
  "appointments_list_items_at_place",
  {
    appointment_id: column.id,
    visit_starts_at: column.instant,
    id: column.id,
    staff_id: column.id,
    starts_at: column.instant,
    starts_on: column.date,
  },
  `select item.appointment_id, visit.starts_at as visit_starts_at, item.id, item.staff_id, item.starts_at, item.starts_on
   from appointments as visit
   join appointment_items as item on item.business_id = visit.business_id and item.appointment_id = visit.id
   where visit.business_id = $1
     and visit.location_id = $2
     and visit.starts_at >= $3
   order by item.appointment_id, item.position, item.id`,
);

export type ItemAtLocation = NonNullable<(typeof listItems)["row"]>;

/** The items of a place's visits that start at `sinceAt` or later. */
export function itemsAt(
  reader: Reader,
  businessId: string,
  locationId: string,
  sinceAt: number,
): Promise<ItemAtLocation[]> {
  return reader.query(listItems, [businessId, locationId, new Date(sinceAt)]);
}

const updateLocalStarts = statement(
  "appointments_update_local_starts",
  {},
  `update appointments
   set starts_local = local.starts_local, tz_version = $4
   from unnest($2::uuid[], $3::timestamp[]) as local (id, starts_local)
   where appointments.business_id = $1 and appointments.id = local.id`,
);

const updateDays = statement(
  "appointments_update_days",
  {},
  `update appointment_items as item
   set starts_on = local.starts_on
   from unnest($2::uuid[], $3::uuid[], $4::date[]) as local (appointment_id, id, starts_on)
   where item.business_id = $1 and item.appointment_id = local.appointment_id and item.id = local.id`,
);

/** Writes these items' local days, and their visits' local starts, by another clock. Their visits must be locked. */
export function writeLocalTimes(
  tx: Transaction,
  businessId: string,
  items: readonly ItemAtLocation[],
  zone: Zone,
): void {
  const starts = new Map(items.map((item) => [item.appointment_id, wallText(zone, item.visit_starts_at)]));
  tx.write(updateLocalStarts, [businessId, [...starts.keys()], [...starts.values()], tzVersion]);
  tx.write(updateDays, [
    businessId,
    items.map((item) => item.appointment_id),
    items.map((item) => item.id),
    items.map((item) => dateText(zone, item.starts_at)),
  ]);
}
