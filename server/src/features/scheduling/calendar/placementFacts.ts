import { type Facts, noSpans, type StaffTime, takenBy } from "@daybook/engine";
import type { LockedClaims } from "./lockedClaims.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "./snapshot.ts";
import { assertFresh } from "./snapshotCache.ts";

/**
 * The facts by which the team's placements are judged: what is taken, whatever the hours say. Throws `StaleSetup`
 * when places, menu or team have changed since the setup was read.
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
