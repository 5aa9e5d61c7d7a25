import {
  coversSpan,
  localText,
  openSpansBetween,
  type PreparedHours,
  type Zone,
  zoneNamed,
} from "@daybook/engine";
import { type HoursConflictRecord, MOST_HOURS_CONFLICTS, type TouchedVisitRecord } from "./schema.ts";

/** A stretch of staff time that a visit takes, with the visit it belongs to. */
export interface VisitTime {
  readonly appointment_id: string;
  readonly location_id: string;
  readonly time_zone: string;
  readonly starts_at: number;
  readonly ends_at: number;
  readonly taken_from: number;
  readonly taken_until: number;
}

/**
 * The visits of which some stretch lies outside of the hours that `hoursAt` knows for their place (a place it does
 * not know has none), each once, in the order given, up to as many as an answer names. It compares with the hours
 * as they are now and not with those before, so that whoever asks again after a lost answer is told the same.
 */
export function visitsOutside(
  taken: readonly VisitTime[],
  hoursAt: ReadonlyMap<string, PreparedHours>,
): HoursConflictRecord[] {
  return visitsTouched(taken, (visit, zone) => !isWithin(visit, zone, hoursAt.get(visit.location_id)));
}

/** The visits of which a change touches some stretch: each once, in the order given, up to as many as an answer names. */
export function visitsTouched(
  taken: readonly VisitTime[],
  isTouched: (visit: VisitTime, zone: Zone) => boolean,
): TouchedVisitRecord[] {
  const conflicts = new Map<string, TouchedVisitRecord>();
  for (const visit of taken) {
    if (conflicts.size === MOST_HOURS_CONFLICTS) break;
    if (conflicts.has(visit.appointment_id)) continue;
    const zone = zoneNamed(visit.time_zone);
    if (!isTouched(visit, zone)) continue;
    conflicts.set(visit.appointment_id, {
      starts_at: localText(zone, visit.starts_at),
      ends_at: localText(zone, visit.ends_at),
      reason: "appointment",
      appointment_id: visit.appointment_id,
    });
  }
  return [...conflicts.values()];
}

function isWithin(
  { taken_from, taken_until }: VisitTime,
  zone: Zone,
  hours: PreparedHours | undefined,
): boolean {
  if (hours === undefined) return false;
  return coversSpan(openSpansBetween(zone, hours, taken_from, taken_until), taken_from, taken_until);
}
