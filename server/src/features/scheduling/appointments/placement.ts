import {
  type AppointmentItems,
  type Conflict,
  checkPlacement,
  type Placement,
  timeTaken,
} from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { type LockedClaims, placementFacts, takeTime } from "../calendar/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";

/** Taken time that nobody forced: a value, because the caller has a choice. */
export interface Taken {
  readonly outcome: "taken";
  readonly conflicts: readonly Conflict[];
}

/**
 * Judges a visit against what is taken, under the lock by which `locked` was read. The one decision behind booking,
 * move, resize and undo; availability makes the same by the same engine.
 */
export function judge(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  locked: LockedClaims,
  visit: AppointmentItems,
  startsAt: number,
  now: number,
): Placement {
  const staffIds = [...new Set(visit.map((item) => item.staffId))];
  const facts = placementFacts(snapshot, location, locked, staffIds, {
    now,
    fromAt: startsAt,
    untilAt: startsAt + 1,
  });
  return checkPlacement(facts, visit, startsAt, "team");
}

/** Takes a placed visit's time; forced where it stands on something. */
export async function claim(
  tx: Transaction,
  location: LocationSnapshot,
  locked: LockedClaims,
  visit: AppointmentItems,
  placement: Placement,
  startsAt: number,
  appointmentId: string,
): Promise<void> {
  const taken = timeTaken(
    visit,
    startsAt,
    placement.items.map((item) => item.resourceIds),
  );
  await takeTime(tx, location, locked, taken, appointmentId);
}
