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
 * The result of a booking or change that was rejected because the time is taken. The conflicts are returned instead of thrown, because
 * callers handle them differently.
 */
export interface Taken {
  readonly outcome: "taken";
  readonly conflicts: readonly Conflict[];
}

/**
 * Checks an appointment against the taken time in `locked`, whose locks must still be held. Booking, reschedule, resize and undo use this
 * check; availability uses the same engine function.
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
 * Claims the time of a placed appointment and marks claims on taken time as overbooked. `onlineAt` is the time of an online
 * booking or reschedule by the client. Such a change does not revoke the holds of other visitors.
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
