import {
  type AppointmentItems,
  checkPlacement,
  durationOf,
  findSlots,
  MINUTE,
  type Placement,
  type UnassignedItem,
} from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { type LocationSnapshot, performersAt, type SchedulingSnapshot } from "../snapshot/index.ts";
import { readSearch, type SlotRequest } from "./readSearch.ts";

/** A start that a visitor of the booking page requests. */
export type OnlineRequest = Omit<SlotRequest, "audience" | "fromAt" | "untilAt"> & {
  readonly startsAt: number;
};

/** The staff and resources of an accepted start. */
export interface OnlinePlacement {
  readonly items: AppointmentItems;
  readonly placement: Placement;
}

/**
 * Checks one start with the same search that availability runs for the audience `online`, on a window of one instant. The caller must have
 * locked the subjects that `subjectsToLock` returns, so that the data read here does not change before the commit. Returns null if the
 * start is not offered.
 */
export async function onlinePlacement(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { startsAt, ...request }: OnlineRequest,
): Promise<OnlinePlacement | null> {
  const window = { fromAt: startsAt, untilAt: startsAt + 1 };
  const { facts, search } = await readSearch(tx, snapshot, { ...request, ...window, audience: "online" });
  const slots = findSlots(facts, search);
  const items = slots.assignments[slots.choices[0] ?? -1];
  if (items === undefined) return null;
  const placement = checkPlacement(facts, items, startsAt, "online");
  return placement.accepted ? { items, placement } : null;
}

/**
 * Returns the ids of all subjects that the items may occupy. For a service with a day limit, includes all staff members who perform the
 * service, so that two concurrent visitors who choose different staff members cannot exceed the day limit.
 */
export function subjectsToLock(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  items: readonly UnassignedItem[],
): string[] {
  const staffIds = items.flatMap((item) => {
    const service = snapshot.services.get(item.serviceId);
    const candidates = item.candidates.map((candidate) => candidate.staffId);
    if (item.rules.maxPerDay === null || service === undefined) return candidates;
    return [...candidates, ...performersAt(snapshot, location, service).map((member) => member.id)];
  });
  const types = new Set(items.flatMap((item) => item.needs.map((need) => need.type)));
  const resources = location.resources.filter((resource) => types.has(resource.type));
  return [...new Set([...staffIds, ...resources.map((resource) => resource.id)])];
}

/** Returns the span of time that the items may occupy with any of their candidates, including buffers, as a half-open interval. */
export function largestExtent(
  items: readonly UnassignedItem[],
  startsAt: number,
): { readonly startsAt: number; readonly endsAt: number } {
  const minutes = items.map((item) =>
    Math.max(0, ...item.candidates.map(({ phases }) => durationOf(phases))),
  );
  const before = Math.max(0, ...items.map((item) => item.bufferBeforeMinutes));
  const after = Math.max(0, ...items.map((item) => item.bufferAfterMinutes));
  const total = minutes.reduce((sum, each) => sum + each, 0);
  return { startsAt: startsAt - before * MINUTE, endsAt: startsAt + (total + after) * MINUTE };
}
