import { type Facts, noSpans, type StaffTime, takenBy } from "@daybook/engine";
import type { LocationSnapshot, SchedulingSnapshot } from "../snapshot/index.ts";
import { assertFresh } from "../snapshot/index.ts";
import type { LockedClaims } from "./lockedClaims.ts";

/**
 * Builds the data (`Facts`) for a placement by staff. Such a placement must not overlap taken time, but may be outside working
 * hours. Throws `StaleSnapshot` if locations, services or staff have changed since the snapshot was read.
 */
export function placementFacts(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  locked: LockedClaims,
  staffIds: readonly string[],
  window: { readonly now: number; readonly fromAt: number; readonly untilAt: number },
): Facts {
  assertFresh(snapshot, locked.snapshotVersion);
  const staff = new Map<string, StaffTime>();
  for (const staffId of staffIds) {
    const claims = locked.of(staffId);
    staff.set(staffId, { working: noSpans, taken: takenBy(claims), claims });
  }
  return {
    zone: location.zone,
    ...window,
    open: noSpans,
    staff,
    resources: location.resources.map((resource) => ({ ...resource, claims: locked.of(resource.id) })),
    bookedOn: () => 0,
  };
}
