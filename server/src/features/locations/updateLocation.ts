import { isDeepStrictEqual } from "node:util";
import { refuseIf } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { countryProblems, timeZoneProblems } from "../businesses/index.ts";
import { lockSubjects, setupChanged } from "../calendar/index.ts";
import { addressOf } from "./createLocation.ts";
import { locationRecord } from "./locationRecord.ts";
import type { ChangedLocation, LocationRecord } from "./schema.ts";
import { listSubjectsAt, updateLocationRow } from "./store.ts";

/**
 * Changes a place; its address is replaced as a whole. With a new time zone its hours keep their wall times and
 * mean other instants. Throws `not_found`, `validation_failed`.
 */
export async function updateLocation(
  tx: Transaction,
  businessId: string,
  locationId: string,
  changes: ChangedLocation,
  now: number,
): Promise<LocationRecord> {
  if (changes.active !== undefined) {
    // A booking that has looked at the place as open finishes before it closes, or sees it closed.
    const subjects = await tx.query(listSubjectsAt, [businessId, locationId]);
    await lockSubjects(
      tx,
      businessId,
      subjects.map(({ id }) => id),
    );
  }
  setupChanged(tx, businessId);
  const before = await locationRecord(tx, businessId, locationId);
  refuseIf([
    ...timeZoneProblems("/time_zone", changes.time_zone),
    ...countryProblems("/address/country", changes.address?.country),
  ]);
  const { address, ...others } = changes;
  const after = { ...before, ...others, address: address ? addressOf(address) : before.address };
  if (isDeepStrictEqual(after, before)) return before;

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
  return locationRecord(tx, businessId, locationId);
}
