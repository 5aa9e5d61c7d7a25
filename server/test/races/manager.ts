import { updateResource } from "../../src/features/business/locations/index.ts";
import { createTimeOff, deleteTimeOff } from "../../src/features/business/staff/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import type { House } from "./fixture.ts";
import { seeded } from "./wantedVisits.ts";

/** What happens behind the clients' backs, once per call, by connections of its own. */
export type Meanwhile = () => Promise<void>;

/** A member falls ill on the racing day; one who was ill before comes back. */
export function fallIll({ salon, database }: House, members: number): Meanwhile {
  const { below, one } = seeded(7);
  const team = salon.team.slice(0, members);
  const ill: { staffId: string; timeOffId: string }[] = [];
  return async () => {
    const staffId = one(team);
    const startsAt = Date.UTC(2027, 2, 1, 8 + below(10));
    const wanted = {
      starts_at: new Date(startsAt).toISOString(),
      ends_at: new Date(startsAt + 3_600_000).toISOString(),
    };
    const now = systemClock.now();
    const { id } = await database.transaction((tx) =>
      createTimeOff(tx, salon.businessId, staffId, wanted, now),
    );
    ill.push({ staffId, timeOffId: id });
    const well = ill.length > 2 ? ill.shift() : undefined;
    if (well === undefined) return;
    await database.transaction((tx) => deleteTimeOff(tx, salon.businessId, well.staffId, well.timeOffId));
  };
}

/** The room has two units, then three again. */
export function changeCapacity({ salon, database }: House): Meanwhile {
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
