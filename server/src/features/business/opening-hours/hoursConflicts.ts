import {
  coversSpan,
  localText,
  openSpansBetween,
  type PreparedHours,
  type Zone,
  zoneNamed,
} from "@daybook/engine";
import { type AffectedAppointmentRecord, type HoursConflictRecord, MAX_HOURS_CONFLICTS } from "./schema.ts";

/** A stretch of staff time that an appointment takes. Instants in milliseconds, ends excluded. */
export interface AppointmentTime {
  readonly appointment_id: string;
  readonly location_id: string;
  readonly time_zone: string;
  readonly starts_at: number;
  readonly ends_at: number;
  readonly taken_from: number;
  readonly taken_until: number;
}

/**
 * The appointments that take time outside of the hours in `hoursAt` (a location that is missing there has none): each
 * once, in the order given, at most `MAX_HOURS_CONFLICTS`. It compares with the current hours only, not with earlier
 * ones, so that a repeated request gets the same answer.
 */
export function conflictsOutsideHours(
  taken: readonly AppointmentTime[],
  hoursAt: ReadonlyMap<string, PreparedHours>,
): HoursConflictRecord[] {
  return affectedAppointments(taken, (time, zone) => !isWithin(time, zone, hoursAt.get(time.location_id)));
}

/** The appointments with at least one affected stretch: each once, in the order given, at most `MAX_HOURS_CONFLICTS`. */
export function affectedAppointments(
  taken: readonly AppointmentTime[],
  isAffected: (time: AppointmentTime, zone: Zone) => boolean,
): AffectedAppointmentRecord[] {
  const conflicts = new Map<string, AffectedAppointmentRecord>();
  for (const time of taken) {
    if (conflicts.size === MAX_HOURS_CONFLICTS) break;
    if (conflicts.has(time.appointment_id)) continue;
    const zone = zoneNamed(time.time_zone);
    if (!isAffected(time, zone)) continue;
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
