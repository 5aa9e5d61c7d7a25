import { book } from "../../src/features/scheduling/appointments/index.ts";
import { withSnapshot } from "../../src/features/scheduling/snapshot/index.ts";
import { statement } from "../../src/platform/database/index.ts";
import type { WeekSalon } from "./weekSalon.ts";

export interface Trial {
  readonly startsAt: number;
  readonly items: readonly { readonly service_id: string; readonly staff_id: string }[];
}

class Over extends Error {}

const save = statement({ name: "test_savepoint", sql: "savepoint trial" });
const undo = statement({ name: "test_rollback_to_savepoint", sql: "rollback to savepoint trial" });

/**
 * Books each trial with the use case in a transaction that is rolled back. Returns whether each booking was rejected
 * because of a time conflict.
 */
export async function takenAmong(week: WeekSalon, trials: readonly Trial[]): Promise<boolean[]> {
  const { salon, database, clock } = week;
  const taken: boolean[] = [];
  const attempt = withSnapshot(database, salon.businessId, (snapshot) =>
    database.transaction(async (tx) => {
      taken.length = 0;
      for (const { startsAt, items } of trials) {
        tx.write(save, {});
        const outcome = await book(tx, snapshot, {
          location_id: salon.locationId,
          client_id: salon.clientId,
          startsAt,
          items,
          status: "booked",
          source: "api",
          now: clock.now(),
        });
        taken.push(outcome.outcome === "taken");
        tx.write(undo, {});
      }
      throw new Over();
    }),
  );
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Over)) throw error;
  });
  return taken;
}
