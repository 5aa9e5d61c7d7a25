import { refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/calendar/index.ts";
import { businessRecord, countryProblems, timeZoneProblems } from "../businesses/index.ts";
import { locationRecord } from "./locationRecord.ts";
import type { AddressRecord, LocationRecord, NewLocation } from "./schema.ts";
import { insertLocation } from "./store.ts";

/**
 * Opens a place: without hours, and so closed, until `setLocationHours`. Its clock is the business's unless given.
 * Throws `validation_failed`.
 */
export async function createLocation(
  tx: Transaction,
  businessId: string,
  wanted: NewLocation,
  now: number,
): Promise<LocationRecord> {
  // From here on setups of one business wait for each other, so what is read below still holds at the commit.
  lockSettings(tx, businessId);
  const business = await businessRecord(tx, businessId);
  refuseIf([
    ...timeZoneProblems("/time_zone", wanted.time_zone),
    ...countryProblems("/address/country", wanted.address.country),
  ]);
  const locationId = newId();
  tx.write(insertLocation, [
    businessId,
    locationId,
    wanted.name,
    JSON.stringify(addressOf(wanted.address)),
    wanted.phone_e164 ?? null,
    wanted.email ?? null,
    wanted.time_zone ?? business.time_zone,
    wanted.active ?? true,
    new Date(now),
  ]);
  return locationRecord(tx, businessId, locationId);
}

/** An address with nothing absent: what it does not have is null. */
export function addressOf(wanted: NewLocation["address"]): AddressRecord {
  const { line1, line2 = null, city, region = null, postal_code = null, country } = wanted;
  return { line1, line2, city, region, postal_code, country };
}
