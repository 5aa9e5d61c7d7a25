import { createService } from "../../src/features/business/services/index.ts";
import { createStaffMember } from "../../src/features/business/staff/index.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import type { Database } from "../../src/platform/database/index.ts";
import { createSalon, type Salon } from "../fixtures/salon.ts";
import { menu, type ServiceName } from "./appointmentTimes.ts";

/** A salon with ten staff members. Each performs every service of `menu` that needs no more units than the room has. */
export interface BusySalon extends Salon {
  readonly staffIds: readonly string[];
  readonly services: Readonly<Record<ServiceName, string>>;
}

export async function makeBusySalon(
  database: Database,
  clock: Clock,
  roomCapacity: number,
): Promise<BusySalon> {
  const salon = await createSalon(database, clock, { roomCapacity });
  const { businessId, locationId } = salon;
  const now = clock.now();
  return database.transaction(async (tx) => {
    const staffIds = [salon.anna, salon.ben];
    for (const first_name of ["Carla", "Dario", "Elif", "Femi", "Greta", "Hugo", "Ines", "Jonas"]) {
      const staffMember = await createStaffMember(
        tx,
        businessId,
        { first_name, location_ids: [locationId] },
        now,
      );
      staffIds.push(staffMember.id);
    }
    const services: Partial<Record<ServiceName, string>> = {};
    for (const [name, { phases, afterMinutes, rooms }] of Object.entries(menu)) {
      if (rooms > roomCapacity) continue;
      const [initial_minutes, processing_minutes, finishing_minutes] = phases;
      const service = await createService(
        tx,
        businessId,
        {
          name,
          initial_minutes,
          processing_minutes,
          finishing_minutes,
          buffer_after_minutes: afterMinutes,
          price: { amount: 4500, currency: "EUR" },
          location_ids: [locationId],
          resources: rooms === 0 ? [] : [{ type: "room", count: rooms }],
          staff: staffIds.map((staff_id) => ({ staff_id })),
        },
        now,
      );
      services[name as ServiceName] = service.id;
    }
    return { ...salon, staffIds, services: services as Record<ServiceName, string> };
  });
}
