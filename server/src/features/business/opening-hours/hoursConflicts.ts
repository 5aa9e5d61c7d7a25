import {
  coversSpan,
  localText,
  openSpansBetween,
  type PreparedHours,
  type Zone,
  zoneNamed,
} from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { type AffectedAppointmentRecord, type HoursConflictRecord, MAX_HOURS_CONFLICTS } from "./schema.ts";
import { type AppointmentTime, listAppointmentTimesAt, listAppointmentTimesOf } from "./store.ts";

/** The appointments to check: all appointments at a location, or all appointments of a staff member. */
type Scope = { readonly locationId: string } | { readonly staffId: string };

/**
 * Finds the active appointments that end after `now` and occupy staff time outside the hours in `hoursAt`. Returns at most
 * `MAX_HOURS_CONFLICTS`, earliest first. A location that `hoursAt` does not contain has no hours. The hours before the change
 * have no effect on the result, so that a repeated request gets the same response.
 */
export async function conflictsOutsideHours(
  reader: Reader,
  businessId: string,
  scope: Scope,
  now: number,
  hoursAt: ReadonlyMap<string, PreparedHours>,
): Promise<HoursConflictRecord[]> {
  return affectedAppointments(
    reader,
    businessId,
    scope,
    now,
    (time) => !isWithin(time, zoneNamed(time.time_zone), hoursAt.get(time.location_id)),
  );
}

/**
 * Finds the active appointments that end after `now` and have at least one affected span of staff time. Order and limit are those of
 * `conflictsOutsideHours`.
 */
export async function affectedAppointments(
  reader: Reader,
  businessId: string,
  scope: Scope,
  now: number,
  isAffected: (time: AppointmentTime) => boolean,
): Promise<AffectedAppointmentRecord[]> {
  const times =
    "locationId" in scope
      ? await reader.query(listAppointmentTimesAt, { businessId, ...scope, now })
      : await reader.query(listAppointmentTimesOf, { businessId, ...scope, now });
  const conflicts = new Map<string, AffectedAppointmentRecord>();
  for (const time of times) {
    if (conflicts.size === MAX_HOURS_CONFLICTS) break;
    if (conflicts.has(time.appointment_id) || !isAffected(time)) continue;
    const zone = zoneNamed(time.time_zone);
    conflicts.set(time.appointment_id, {
      starts_at: localText(zone, time.starts_at),
      ends_at: localText(zone, time.ends_at),
      reason: "appointment",
      appointment_id: time.appointment_id,
    });
  }
  return [...conflicts.values()];
}

function isWithin(
  { taken_from, taken_until }: AppointmentTime,
  zone: Zone,
  hours: PreparedHours | undefined,
): boolean {
  if (hours === undefined) return false;
  return coversSpan(openSpansBetween(zone, hours, taken_from, taken_until), taken_from, taken_until);
}
