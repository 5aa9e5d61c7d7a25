import type { ResourceNeed } from "./appointmentItems.ts";
import type { Claim, ResourceTime } from "./facts.ts";
import { appendSpan, coversSpan, type Spans } from "./spans.ts";

/** An instant later than every possible one: a resource without claims is free from −FOREVER to FOREVER. */
const FOREVER = 1e15;

/**
 * Returns the time in which at least `units` of a resource are free. An exclusive claim takes all units, and every other claim
 * takes one (contract §5, "In detail"). Linear after sorting the claims' edges.
 */
export function freeUnits(resource: ResourceTime, units: number): Spans {
  const known = freeByResource.get(resource)?.get(units);
  if (known !== undefined) return known;
  const free = sweep(resource.claims, resource.capacity, units);
  const byUnits = freeByResource.get(resource) ?? new Map<number, Spans>();
  freeByResource.set(resource, byUnits.set(units, free));
  return free;
}

const freeByResource = new WeakMap<ResourceTime, Map<number, Spans>>();

function sweep(claims: readonly Claim[], capacity: number, units: number): Spans {
  const edges = claims.flatMap((claim) => {
    const weight = claim.exclusive ? capacity : 1;
    return [
      { at: claim.startsAt, change: weight },
      { at: claim.endsAt, change: -weight },
    ];
  });
  edges.sort((one, other) => one.at - other.at || one.change - other.change);
  const free: number[] = [];
  let used = 0;
  let since = -FOREVER;
  for (const { at, change } of edges) {
    if (capacity - used >= units) appendSpan(free, since, at);
    used += change;
    since = at;
  }
  if (capacity - used >= units) appendSpan(free, since, FOREVER);
  return free;
}

/**
 * Returns the units for an item: ids of free resources of each needed type, in the order of the resources, repeated per unit.
 * `missing` lists the needs with too few free units; `resourceIds` then also contains taken units, so that an overbooked
 * appointment still names its resources.
 */
export function assignResources(
  resources: readonly ResourceTime[],
  needs: readonly ResourceNeed[],
  startsAt: number,
  endsAt: number,
): { resourceIds: string[]; missing: ResourceNeed[] } {
  const resourceIds: string[] = [];
  const missing: ResourceNeed[] = [];
  for (const need of needs) {
    const candidates = resources.filter((resource) => resource.type === need.type);
    const units = freeFirst(candidates, need.count, startsAt, endsAt);
    if (units.free < need.count) missing.push(need);
    resourceIds.push(...units.ids);
  }
  return { resourceIds, missing };
}

function freeFirst(
  candidates: readonly ResourceTime[],
  count: number,
  startsAt: number,
  endsAt: number,
): { ids: string[]; free: number } {
  const ids: string[] = [];
  const taken: string[] = [];
  for (const resource of candidates) {
    for (let unit = 1; unit <= resource.capacity; unit++) {
      const isFree = coversSpan(freeUnits(resource, unit), startsAt, endsAt);
      (isFree ? ids : taken).push(resource.id);
    }
  }
  const free = Math.min(ids.length, count);
  return { ids: [...ids.slice(0, count), ...taken.slice(0, count - free)], free };
}
