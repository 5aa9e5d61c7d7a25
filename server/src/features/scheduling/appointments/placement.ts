import {
  type AppointmentItems,
  type Conflict,
  checkPlacement,
  type Placement,
  timeTaken,
} from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { claimedTime, type LockedClaims, placementFacts } from "../calendar/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";

/**
 * The outcome of a booking or change that was refused because the time is taken. It is returned, not thrown, because callers
 * handle it differently.
 */
export interface Taken {
  readonly outcome: "taken";
  readonly conflicts: readonly Conflict[];
}

/**
 * Checks an appointment against the taken time in `locked`; the locks under which it was read are still held. Booking,
 * reschedule, resize and undo all use this check; availability uses the same engine.
 */
export function judge(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  locked: LockedClaims,
  items: AppointmentItems,
  startsAt: number,
  now: number,
): Placement {
  const staffIds = [...new Set(items.map((item) => item.staffId))];
  const facts = placementFacts(snapshot, location, locked, staffIds, {
    now,
    fromAt: startsAt,
    untilAt: startsAt + 1,
  });
  return checkPlacement(facts, items, startsAt, "team");
}

/**
 * Claims the time of a placed appointment; a claim that overlaps taken time is marked as overbooked. `onlineAt` is the time of
 * an online booking or reschedule by the client, which leaves the holds of other visitors in place.
 */
export async function claim(
  tx: Transaction,
  location: LocationSnapshot,
  locked: LockedClaims,
  items: AppointmentItems,
  placement: Placement,
  startsAt: number,
  { appointmentId, onlineAt }: { readonly appointmentId: string; readonly onlineAt?: number },
): Promise<void> {
  const taken = timeTaken(
    items,
    startsAt,
    placement.items.map((item) => item.resourceIds),
  );
  if (onlineAt === undefined) return claimedTime.take(tx, location, locked, taken, appointmentId);
  return claimedTime.takeOnline(tx, location, locked, taken, { cause: { appointmentId }, now: onlineAt });
}
