/** An unforced claim on one of a resource's lanes; milliseconds, half-open. */
export interface LaneClaim {
  readonly id: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly lane: number;
}

/** Which lane each new claim gets, and which existing claims move to another one. */
export interface LanePlan {
  readonly lanes: readonly number[];
  readonly moved: readonly { readonly id: string; readonly lane: number }[];
}

/**
 * Hands out lanes 0 … capacity − 1 so that no two claims of one lane overlap. A claim takes the lowest lane that is
 * free throughout; where there is none although the count allows it, all claims are coloured anew in the order of
 * their starts, which needs no more lanes than the most that ever overlap. Answers null when even that is more than
 * the capacity: then the visit does not fit, or must be forced.
 *
 * `existing` must hold every unforced claim that overlaps a new one, directly or through others.
 */
export function planLanes(
  existing: readonly LaneClaim[],
  wanted: readonly Stretch[],
  capacity: number,
): LanePlan | null {
  // A claim from before the capacity was lowered counts, although none of today's lanes holds it.
  if (existing.some((claim) => claim.lane >= capacity && wanted.some((one) => overlap(claim, one)))) {
    return recoloured(existing, wanted, capacity);
  }
  const placed = existing.map(({ startsAt, endsAt, lane }) => ({ startsAt, endsAt, lane }));
  const lanes: number[] = [];
  for (const claim of wanted) {
    const lane = freeLane(placed, claim, capacity);
    if (lane === undefined) return recoloured(existing, wanted, capacity);
    placed.push({ ...claim, lane });
    lanes.push(lane);
  }
  return { lanes, moved: [] };
}

interface Stretch {
  readonly startsAt: number;
  readonly endsAt: number;
}

interface Placed extends Stretch {
  readonly lane: number;
}

function overlap(one: Stretch, other: Stretch): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt;
}

function freeLane(placed: readonly Placed[], claim: Stretch, capacity: number): number | undefined {
  for (let lane = 0; lane < capacity; lane++) {
    const isFree = placed.every((other) => other.lane !== lane || !overlap(other, claim));
    if (isFree) return lane;
  }
  return undefined;
}

function recoloured(
  existing: readonly LaneClaim[],
  wanted: readonly Stretch[],
  capacity: number,
): LanePlan | null {
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
  const lanes = new Array<number>(wanted.length).fill(0);
  const moved: { id: string; lane: number }[] = [];
  for (const { claim, wantedIndex, startsAt, endsAt } of all) {
    const lane = freeFrom.findIndex((at) => at <= startsAt);
    if (lane < 0) return null;
    freeFrom[lane] = endsAt;
    if (claim === undefined) lanes[wantedIndex] = lane;
    else if (claim.lane !== lane) moved.push({ id: claim.id, lane });
  }
  return { lanes, moved };
}
