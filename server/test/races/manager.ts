import { updateResource } from "../../src/features/business/locations/index.ts";
import { createTimeOff, deleteTimeOff } from "../../src/features/business/staff/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import type { RaceFixture } from "./fixture.ts";
import { seeded } from "./wantedAppointments.ts";

/** Makes a change on the test's own database connections. */
export type Meanwhile = () => Promise<void>;

/**
 * Returns a function that creates time off for a random staff member on the day of the race. If more than two exist, the
 * function deletes the oldest.
 */
export function changeTimeOff({ salon, database }: RaceFixture, staffCount: number): Meanwhile {
  const { below, one } = seeded(7);
  const staffIds = salon.staffIds.slice(0, staffCount);
  const timeOffs: { staffId: string; timeOffId: string }[] = [];
  return async () => {
    const staffId = one(staffIds);
    const startsAt = Date.UTC(2027, 2, 1, 8 + below(10));
    const wanted = {
      starts_at: new Date(startsAt).toISOString(),
      ends_at: new Date(startsAt + 3_600_000).toISOString(),
    };
    const now = systemClock.now();
    const { id } = await database.transaction((tx) =>
      createTimeOff(tx, salon.businessId, staffId, wanted, now),
    );
    timeOffs.push({ staffId, timeOffId: id });
    const oldest = timeOffs.length > 2 ? timeOffs.shift() : undefined;
    if (oldest === undefined) return;
    await database.transaction((tx) => deleteTimeOff(tx, salon.businessId, oldest.staffId, oldest.timeOffId));
  };
}

/** Returns a function that switches the room's capacity between two and three. */
export function changeCapacity({ salon, database }: RaceFixture): Meanwhile {
  const { businessId, locationId, roomId } = salon;
  let capacity = 3;
  return async () => {
    capacity = 5 - capacity;
    const changes = { capacity };
    await database.transaction((tx) =>
      updateResource(tx, businessId, locationId, roomId, changes, systemClock.now()),
    );
  };
}
