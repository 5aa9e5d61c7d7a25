import type { ResourceNeed } from "./appointmentItems.ts";
import type { Claim, ResourceTime } from "./facts.ts";
import { appendSpan, coversSpan, type Spans } from "./spans.ts";

/** Far outside every instant there is: a resource without claims is free from one to the other. */
const EVER = 1e15;

/**
 * The time in which at least `units` of a resource are free. A block takes all of it; every other claim one unit
 * (contract §5, "In detail"). Linear after sorting the claims' edges.
 */
export function freeUnits(resource: ResourceTime, units: number): Spans {
  const known = knownUnits.get(resource)?.get(units);
  if (known !== undefined) return known;
  const free = sweep(resource.claims, resource.capacity, units);
  const byUnits = knownUnits.get(resource) ?? new Map<number, Spans>();
  knownUnits.set(resource, byUnits.set(units, free));
  return free;
}

const knownUnits = new WeakMap<ResourceTime, Map<number, Spans>>();

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
  let since = -EVER;
  for (const { at, change } of edges) {
    if (capacity - used >= units) appendSpan(free, since, at);
    used += change;
    since = at;
  }
  if (capacity - used >= units) appendSpan(free, since, EVER);
  return free;
}

/**
 * The units an item gets: ids of free resources of each needed type, in the resources' order, repeated per unit.
 * Where there are not enough, `missing` names the first type that lacks, and the answer is filled up with taken
 * units, so that a forced visit still says where it happens.
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
  const spare: string[] = [];
  for (const resource of candidates) {
    for (let unit = 1; unit <= resource.capacity; unit++) {
      const isFree = coversSpan(freeUnits(resource, unit), startsAt, endsAt);
      (isFree ? ids : spare).push(resource.id);
    }
  }
  const free = Math.min(ids.length, count);
  return { ids: [...ids.slice(0, count), ...spare.slice(0, count - free)], free };
}
