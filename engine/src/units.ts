/** A claim that is not overbooked, on one unit of a resource; half-open, in milliseconds since the epoch. */
export interface UnitClaim {
  readonly id: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly unit: number;
}

/** The unit of each new claim, in the order of the claims, and the existing claims that move to another unit. */
export interface UnitPlan {
  readonly units: readonly number[];
  readonly moved: readonly { readonly id: string; readonly unit: number }[];
}

/**
 * Assigns units 0 … capacity − 1 so that no two claims on one unit overlap. A claim takes the lowest unit that is free for its
 * whole time. If no unit is free, reassigns all claims in the order of their starts; this needs no more units than the largest
 * number of claims that overlap at an instant. Returns null when even that number exceeds the capacity: then the appointment
 * does not fit, or must be overbooked.
 *
 * `existing` must contain every claim that is not overbooked and overlaps a new one, directly or through others.
 */
export function planUnits(
  existing: readonly UnitClaim[],
  wanted: readonly Interval[],
  capacity: number,
): UnitPlan | null {
  // A claim on a unit that no longer exists, because the capacity was lowered, requires a reassignment.
  if (existing.some((claim) => claim.unit >= capacity && wanted.some((one) => overlap(claim, one)))) {
    return reassignAll(existing, wanted, capacity);
  }
  const placed = existing.map(({ startsAt, endsAt, unit }) => ({ startsAt, endsAt, unit }));
  const units: number[] = [];
  for (const claim of wanted) {
    const unit = lowestFreeUnit(placed, claim, capacity);
    if (unit === undefined) return reassignAll(existing, wanted, capacity);
    placed.push({ ...claim, unit });
    units.push(unit);
  }
  return { units, moved: [] };
}

interface Interval {
  readonly startsAt: number;
  readonly endsAt: number;
}

interface Placed extends Interval {
  readonly unit: number;
}

function overlap(one: Interval, other: Interval): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

function lowestFreeUnit(placed: readonly Placed[], claim: Interval, capacity: number): number | undefined {
  for (let unit = 0; unit < capacity; unit++) {
    const isFree = placed.every((other) => other.unit !== unit || !overlap(other, claim));
    if (isFree) return unit;
  }
  return undefined;
}

function reassignAll(
  existing: readonly UnitClaim[],
  wanted: readonly Interval[],
  capacity: number,
): UnitPlan | null {
  const all = [
    ...existing.map((claim) => ({ claim, wantedIndex: -1, startsAt: claim.startsAt, endsAt: claim.endsAt })),
    ...wanted.map(({ startsAt, endsAt }, wantedIndex) => ({
      claim: undefined,
      wantedIndex,
      startsAt,
      endsAt,
    })),
  ].sort((one, other) => one.startsAt - other.startsAt);
  const freeFrom = new Array<number>(capacity).fill(Number.NEGATIVE_INFINITY);
  const units = new Array<number>(wanted.length).fill(0);
  const moved: { id: string; unit: number }[] = [];
  for (const { claim, wantedIndex, startsAt, endsAt } of all) {
    const unit = freeFrom.findIndex((at) => at <= startsAt);
    if (unit < 0) return null;
    freeFrom[unit] = endsAt;
    if (claim === undefined) units[wantedIndex] = unit;
    else if (claim.unit !== unit) moved.push({ id: claim.id, unit });
  }
  return { units, moved };
}
