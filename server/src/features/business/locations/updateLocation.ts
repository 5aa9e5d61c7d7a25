import { isDeepStrictEqual } from "node:util";
import { prepareHours, type Zone, zoneNamed } from "@daybook/engine";
import { refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings, lockSubjects } from "../../scheduling/calendar/index.ts";
import { countryProblems, timeZoneProblems } from "../businesses/index.ts";
import { addressOf } from "./createLocation.ts";
import { locationRecord } from "./locationRecord.ts";
import { placesNamed } from "./places.ts";
import type { ChangedLocationRecord, LocationChange, TouchedVisitRecord } from "./schema.ts";
import { listSubjectsAt, updateLocationRow } from "./store.ts";
import { listVisitTimesAt } from "./visitStore.ts";
import { visitsOutside, visitsTouched } from "./visitsOutside.ts";

/** The visits of a place, which follow its clock. Their feature stands above this one, and is handed in (app.ts). */
export interface VisitsOfPlace {
  /** Locks those that a new clock concerns, before any subject, and answers whose they are. */
  lock(tx: Transaction, businessId: string, locationId: string, now: number): Promise<string[]>;
  /** Writes them down by the new clock. All subjects must be locked. */
  follow(
    tx: Transaction,
    businessId: string,
    place: { readonly locationId: string; readonly zone: Zone; readonly now: number },
  ): Promise<void>;
}

/**
 * Changes a place; its address is replaced as a whole. With a new time zone its hours keep their wall times and
 * mean other instants; visits keep their instants, because that is when somebody comes, and are written by the new
 * clock. Those that a new clock leaves outside of the hours, or that stand at a place which closes, are named in
 * `conflicts`. Throws `not_found`, `validation_failed`.
 */
export async function updateLocation(
  tx: Transaction,
  businessId: string,
  locationId: string,
  changes: LocationChange,
  now: number,
  visits: VisitsOfPlace,
): Promise<ChangedLocationRecord> {
  if (changes.active !== undefined || changes.time_zone !== undefined) {
    // Members who have left the place since may still have visits there.
    const performers =
      changes.time_zone === undefined ? [] : await visits.lock(tx, businessId, locationId, now);
    // A booking that has looked at the place as it was finishes first and is seen among the visits, or sees it as it is.
    const subjects = await tx.query(listSubjectsAt, [businessId, locationId]);
    await lockSubjects(tx, businessId, [...new Set([...subjects.map(({ id }) => id), ...performers])]);
  }
  lockSettings(tx, businessId);
  const before = await locationRecord(tx, businessId, locationId);
  refuseIf([
    ...timeZoneProblems("/time_zone", changes.time_zone),
    ...countryProblems("/address/country", changes.address?.country),
  ]);
  const { address, ...others } = changes;
  const after = { ...before, ...others, address: address ? addressOf(address) : before.address };
  if (isDeepStrictEqual(after, before))
    return { ...before, conflicts: await touchedBy(tx, businessId, locationId, changes, now) };

  tx.write(updateLocationRow, [
    businessId,
    locationId,
    after.name,
    JSON.stringify(after.address),
    after.phone_e164,
    after.email,
    after.time_zone,
    after.active,
    new Date(now),
  ]);
  if (after.time_zone !== before.time_zone)
    await visits.follow(tx, businessId, { locationId, zone: zoneNamed(after.time_zone), now });
  return {
    ...(await locationRecord(tx, businessId, locationId)),
    conflicts: await touchedBy(tx, businessId, locationId, changes, now),
  };
}

/** By the place as it is now and not by what was different before, as with hours (visitsOutside.ts). */
async function touchedBy(
  tx: Transaction,
  businessId: string,
  locationId: string,
  changes: LocationChange,
  now: number,
): Promise<TouchedVisitRecord[]> {
  if (changes.active !== false && changes.time_zone === undefined) return [];
  const [taken, places] = await Promise.all([
    tx.query(listVisitTimesAt, [businessId, locationId, new Date(now)]),
    placesNamed(tx, businessId, [locationId]),
  ]);
  if (changes.active === false) return visitsTouched(taken, () => true);
  return visitsOutside(taken, new Map(places.map(({ id, hours }) => [id, prepareHours(hours)])));
}
