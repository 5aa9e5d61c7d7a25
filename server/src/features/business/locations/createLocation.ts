import { refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { nullsOf, type Transaction } from "../../../platform/database/index.ts";
import { locations } from "../../../tables/business.ts";
import { businessRecord, countryProblems, timeZoneProblems } from "../businesses/index.ts";
import { locationRecord } from "./locationRecord.ts";
import type { AddressRecord, LocationInput, LocationRecord } from "./schema.ts";
import { insertLocation } from "./store.ts";

/**
 * Creates a location without opening hours. The time zone defaults to the time zone of the business. Throws `validation_failed` for invalid
 * input.
 */
export async function createLocation(
  tx: Transaction,
  businessId: string,
  wanted: LocationInput,
  now: number,
): Promise<LocationRecord> {
  const business = await businessRecord(tx, businessId);
  refuseIf([
    ...timeZoneProblems("/time_zone", wanted.time_zone),
    ...countryProblems("/address/country", wanted.address.country),
  ]);
  const locationId = newId();
  tx.write(insertLocation, {
    ...nullsOf(locations.columns),
    time_zone: business.time_zone,
    active: true,
    ...wanted,
    business_id: businessId,
    id: locationId,
    address: addressOf(wanted.address),
    created_at: now,
    updated_at: now,
  });
  return locationRecord(tx, businessId, locationId);
}

/** Converts an address to its stored form: absent fields become null. */
export function addressOf(wanted: LocationInput["address"]): AddressRecord {
  const { line1, line2 = null, city, region = null, postal_code = null, country } = wanted;
  return { line1, line2, city, region, postal_code, country };
}
