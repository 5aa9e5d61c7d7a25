/** An unforced claim on one of a resource's units; milliseconds, half-open. */
export interface UnitClaim {
  readonly id: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly unit: number;
}

/** Which unit each new claim gets, and which existing claims move to another one. */
export interface UnitPlan {
  readonly units: readonly number[];
  readonly moved: readonly { readonly id: string; readonly unit: number }[];
}

/**
 * Hands out units 0 … capacity − 1 so that no two claims of one unit overlap. A claim takes the lowest unit that is
 * free throughout; where there is none although the count allows it, all claims are coloured anew in the order of
 * their starts, which needs no more units than the most that ever overlap. Answers null when even that is more than
 * the capacity: then the visit does not fit, or must be forced.
 *
 * `existing` must hold every unforced claim that overlaps a new one, directly or through others.
 */
export function planUnits(
  existing: readonly UnitClaim[],
  wanted: readonly Stretch[],
  capacity: number,
): UnitPlan | null {
  // A claim from before the capacity was lowered counts, although none of today's units holds it.
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

interface Stretch {
  readonly startsAt: number;
  readonly endsAt: number;
}

interface Placed extends Stretch {
  readonly unit: number;
}

function overlap(one: Stretch, other: Stretch): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

function lowestFreeUnit(placed: readonly Placed[], claim: Stretch, capacity: number): number | undefined {
  for (let unit = 0; unit < capacity; unit++) {
    const isFree = placed.every((other) => other.unit !== unit || !overlap(other, claim));
    if (isFree) return unit;
  }
  return undefined;
}

function reassignAll(
  existing: readonly UnitClaim[],
  wanted: readonly Stretch[],
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
