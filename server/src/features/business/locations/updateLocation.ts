import { isDeepStrictEqual } from "node:util";
import { prepareHours, type Zone, zoneNamed } from "@daybook/engine";
import { refuseIf } from "../../../kernel/errors.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSubjects } from "../../scheduling/calendar/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { countryProblems, timeZoneProblems } from "../businesses/index.ts";
import {
  type AffectedAppointmentRecord,
  affectedAppointments,
  conflictsOutsideHours,
} from "../opening-hours/index.ts";
import { addressOf } from "./createLocation.ts";
import { locationRecord, locationVersionMismatch } from "./locationRecord.ts";
import { findLocationSchedules } from "./locationSchedules.ts";
import type { LocationChanges, LocationWithConflicts } from "./schema.ts";
import { listSubjectsAt, updateLocationRow } from "./store.ts";

/**
 * The functions that update the local dates of appointments after a change of the location's time zone. app.ts passes these functions in,
 * because the appointments feature imports this feature.
 */
export interface AppointmentLocalTimes {
  /**
   * Locks the appointments that a new time zone affects, and returns the ids of their staff. Must be called before any subject is
   * locked.
   */
  lock(tx: Transaction, businessId: string, locationId: string, now: number): Promise<string[]>;
  /** Rewrites the local dates of the locked appointments for the new time zone. All subjects must be locked. */
  follow(
    tx: Transaction,
    businessId: string,
    location: { readonly locationId: string; readonly zone: Zone; readonly now: number },
  ): Promise<void>;
}

/**
 * Changes a location. An address in the request replaces the whole address. After a change of the time zone, opening hours keep
 * their local times and appointments keep their instants. If the request sets `active` to false, `conflicts` contains all
 * active appointments at the location; if the request contains a time zone, `conflicts` contains the appointments outside the
 * opening hours. Throws `not_found` for an unknown location, `version_mismatch` if the location has another version, and
 * `validation_failed` for invalid input.
 */
export async function updateLocation(
  tx: Transaction,
  businessId: string,
  locationId: string,
  changes: LocationChanges,
  now: number,
  appointments: AppointmentLocalTimes,
  ifMatch: IfMatch = null,
): Promise<LocationWithConflicts> {
  if (changes.active !== undefined || changes.time_zone !== undefined) {
    // Staff members who no longer work at the location may still have appointments there, so their subjects are locked too.
    const performers =
      changes.time_zone === undefined ? [] : await appointments.lock(tx, businessId, locationId, now);
    // A concurrent booking either has committed and is checked for a conflict below, or waits for the lock and then reads the new values.
    const subjects = await tx.query(listSubjectsAt, { businessId, locationId });
    await lockSubjects(tx, businessId, [...new Set([...subjects.map(({ id }) => id), ...performers])]);
  }
  lockSettings(tx, businessId);
  const before = await locationRecord(tx, businessId, locationId);
  if (isStale(ifMatch, before.version)) throw locationVersionMismatch(before.version);
  refuseIf([
    ...timeZoneProblems("/time_zone", changes.time_zone),
    ...countryProblems("/address/country", changes.address?.country),
  ]);
  const { address, ...others } = changes;
  const after = { ...before, ...others, address: address ? addressOf(address) : before.address };
  if (isDeepStrictEqual(after, before))
    return { ...before, conflicts: await conflictsOf(tx, businessId, locationId, changes, now) };

  tx.write(updateLocationRow, { ...after, business_id: businessId, id: locationId, updated_at: now });
  if (after.time_zone !== before.time_zone)
    await appointments.follow(tx, businessId, { locationId, zone: zoneNamed(after.time_zone), now });
  return {
    ...(await locationRecord(tx, businessId, locationId)),
    conflicts: await conflictsOf(tx, businessId, locationId, changes, now),
  };
}

/** Determines the affected appointments from the new values only, so that a repeated request gets the same response. */
async function conflictsOf(
  tx: Transaction,
  businessId: string,
  locationId: string,
  changes: LocationChanges,
  now: number,
): Promise<AffectedAppointmentRecord[]> {
  if (changes.active !== false && changes.time_zone === undefined) return [];
  if (changes.active === false) return affectedAppointments(tx, businessId, { locationId }, now, () => true);
  const schedules = await findLocationSchedules(tx, businessId, [locationId]);
  const hoursAt = new Map(schedules.map(({ id, hours }) => [id, prepareHours(hours)]));
  return conflictsOutsideHours(tx, businessId, { locationId }, now, hoursAt);
}
