import { createUser } from "../../../server/src/features/access/accounts/index.ts";
import { createApiKey } from "../../../server/src/features/access/api-keys/index.ts";
import { createBusiness } from "../../../server/src/features/business/businesses/index.ts";
import {
  createLocation,
  replaceLocationHours,
} from "../../../server/src/features/business/locations/index.ts";
import { createService } from "../../../server/src/features/business/services/index.ts";
import { createStaffMember, replaceStaffHours } from "../../../server/src/features/business/staff/index.ts";
import { createClient } from "../../../server/src/features/clients/clients/index.ts";
import { systemClock } from "../../../server/src/kernel/clock.ts";
import { SCOPES } from "../../../server/src/kernel/scopes.ts";
import type { Database } from "../../../server/src/platform/database/index.ts";

export const STAFF = 50;
export const CLIENTS = 500;
const KEYS = 200;

/** A salon to measure. `idOf` computes the ids of the staff members and clients from their numbers, which start at 1. */
export interface BenchSalon {
  /** The salon's number, which is part of every generated id. */
  readonly number: number;
  readonly businessId: string;
  readonly locationId: string;
  /** A 30-minute service on a 15-minute grid. After `seedMonth`, the fifty staff members perform it. */
  readonly serviceId: string;
  readonly key: string;
  /**
   * API keys for loads without 429 responses. With this many keys, no key reaches its rate limit at the server's maximum rate.
   */
  readonly manyKeys: readonly string[];
  /** The staff member and the client that `seedMonth` copies. */
  readonly templates: { readonly staffId: string; readonly clientId: string };
}

const HOURS = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, starts: "08:00", ends: "18:00" }));

/** Creates a salon with one staff member and one client by calling the server's use cases. */
export async function makeBenchSalon(
  database: Database,
  number: number,
  keyCount: number = KEYS,
): Promise<BenchSalon> {
  const now = systemClock.now();
  const name = `Salon ${number}`;
  return database.transaction(async (tx) => {
    const owner = await createUser(tx, {
      email: `owner-${number}@example.com`,
      firstName: "Bench",
      lastName: null,
      now,
    });
    const { id: businessId } = await createBusiness(
      tx,
      owner.id,
      { name, type: "salon", time_zone: "Europe/Berlin", currency: "EUR", country: "DE" },
      now,
    );
    const address = { line1: "Lindenstr. 1", city: "Berlin", country: "DE" };
    const location = { name, address, time_zone: "Europe/Berlin" };
    const { id: locationId } = await createLocation(tx, businessId, location, now);
    await replaceLocationHours(tx, businessId, locationId, { hours: HOURS, hour_exceptions: [] }, now);
    const { id: staffId } = await createStaffMember(
      tx,
      businessId,
      { first_name: "Ann", location_ids: [locationId] },
      now,
    );
    const weekly = HOURS.map((interval) => ({ ...interval, location_id: locationId }));
    await replaceStaffHours(tx, businessId, staffId, { weekly, exceptions: [] }, now);
    const { id: serviceId } = await createService(
      tx,
      businessId,
      {
        name: "Cut",
        duration_minutes: 30,
        slot_step_minutes: 15,
        price: { amount: 4500, currency: "EUR" },
        location_ids: [locationId],
        staff: [{ staff_id: staffId }],
      },
      now,
    );
    const { id: clientId } = await createClient(tx, {
      businessId,
      createdBy: null,
      now,
      client: { first_name: "Zoë" },
    });
    const wanted = { businessId, userId: owner.id, label: "Bench", scopes: SCOPES, now };
    const { key } = await createApiKey(tx, wanted);
    const manyKeys: string[] = [];
    while (manyKeys.length < keyCount) manyKeys.push((await createApiKey(tx, wanted)).key);
    return { number, businessId, locationId, serviceId, key, manyKeys, templates: { staffId, clientId } };
  });
}
