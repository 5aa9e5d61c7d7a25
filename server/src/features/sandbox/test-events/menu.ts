import type { Transaction } from "../../../platform/database/index.ts";
import { createLocation, replaceLocationHours } from "../../business/locations/index.ts";
import { createService } from "../../business/services/index.ts";
import { createStaffMember, replaceStaffHours } from "../../business/staff/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";

/** The location, staff member and service of a test appointment. */
export interface Bookable {
  readonly locationId: string;
  readonly serviceId: string;
  readonly staffId: string;
}

/**
 * Returns an active service that needs no resources, with a location and a staff member who performs the service there. Returns
 * undefined if the sandbox has no such service.
 */
export function findBookable({ locations, services, staff }: SchedulingSnapshot): Bookable | undefined {
  for (const service of services.values()) {
    if (!service.active || service.needs.length > 0) continue;
    for (const locationId of service.locationIds) {
      if (locations.get(locationId)?.active !== true) continue;
      for (const staffId of service.performers.keys()) {
        const member = staff.get(staffId);
        if (member?.bookable === true && member.hoursByLocation.has(locationId))
          return { locationId, serviceId: service.id, staffId };
      }
    }
  }
  return undefined;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** Creates a location that is always open, with a staff member and a service. */
export async function createBookable(
  tx: Transaction,
  { businessId, currency }: Pick<SchedulingSnapshot, "businessId" | "currency">,
  country: string,
  now: number,
): Promise<void> {
  const address = { line1: "Test Street 1", city: "Testville", country };
  const location = await createLocation(tx, businessId, { name: "Test location", address }, now);
  const hours = EVERY_DAY.map((weekday) => ({ weekday, starts: "00:00", ends: "24:00" }));
  await replaceLocationHours(tx, businessId, location.id, { hours, hour_exceptions: [] }, now);
  const location_ids = [location.id];
  const member = await createStaffMember(tx, businessId, { first_name: "Testa", location_ids }, now);
  const weekly = hours.map((interval) => ({ ...interval, location_id: location.id }));
  await replaceStaffHours(tx, businessId, member.id, { weekly, exceptions: [] }, now);
  const service = {
    name: "Test service",
    duration_minutes: 30,
    price: { amount: 5_000, currency },
    location_ids,
    staff: [{ staff_id: member.id }],
  };
  await createService(tx, businessId, service, now);
}
