import type { PastClaim, PastTransaction } from "./history.ts";

/** The time of a staff member, or of `units` units of a resource, that a rejected booking required. */
export interface WantedTime {
  readonly subjectId: string;
  readonly from: number;
  readonly until: number;
  readonly units: number;
}

/** A rejected booking, with the times of the request and the response in milliseconds since the epoch. */
export interface Refusal {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly wantedTimes: readonly WantedTime[];
}

/** The maximum delay in milliseconds between a transaction's recorded commit time and its visibility. */
const SLACK_MS = 50;

/**
 * Lists violations of the booking rules in a history as sentences. The rules:
 *
 * 1. After every commit, overlapping guarded claims have different units, and their number never exceeds the subject's
 * capacity.
 * 2. A claim is overbooked if and only if its time was not free at its commit. An accepted booking has no overbooked claim: its
 * time was free of all claims, including blocks and overbooked claims.
 * 3. The time of a rejected booking was taken at some instant between its request and its response.
 */
export function violationsIn(
  history: readonly PastTransaction[],
  refusals: readonly Refusal[],
  room: { readonly id: string; readonly capacity: number },
): string[] {
  const violations: string[] = [];
  const capacities = new Map([[room.id, room.capacity]]);
  const capacityOf = (subjectId: string) => capacities.get(subjectId) ?? 1;
  // After a capacity reduction, overlapping claims may have no possible assignment to units although their number does not
  // exceed the capacity. A new claim is then stored as overbooked.
  const mayOverbookFreeTime = history.some(({ capacities }) => capacities.length > 0);
  const live = new Map<string, PastClaim>();
  const open = new Set(refusals);
  const refuse = (from: number, until: number) => {
    for (const refusal of open) {
      const isUnderWay = refusal.sentAt - SLACK_MS < until && refusal.answeredAt + SLACK_MS > from;
      const wasTaken = () =>
        refusal.wantedTimes.some((wanted) => !isFree(wanted, near(live, wanted), capacityOf));
      if (isUnderWay && wasTaken()) open.delete(refusal);
    }
  };

  history.forEach((transaction, index) => {
    refuse(history[index - 1]?.committedAt ?? 0, transaction.committedAt);
    for (const { subjectId, capacity } of transaction.capacities) capacities.set(subjectId, capacity);
    for (const claim of transaction.givenBack) live.delete(claim.id);
    for (const claim of transaction.taken) {
      const units = claim.exclusive ? capacityOf(claim.subjectId) : 1;
      const isTaken = !isFree({ ...claim, units }, near(live, claim), capacityOf);
      if (isTaken && !claim.overbooked) violations.push(`${named(claim)} overlaps taken time`);
      if (claim.overbooked && !isTaken && !mayOverbookFreeTime)
        violations.push(`${named(claim)} is overbooked although its time is free`);
      const guarded = near(live, claim).filter((other) => !other.overbooked);
      if (!claim.overbooked && mostAtOnce(claim, guarded, 1) + 1 > capacityOf(claim.subjectId))
        violations.push(`${named(claim)} exceeds the capacity`);
      live.set(claim.id, claim);
    }
    for (const claim of transaction.movedToUnit) live.set(claim.id, claim);
    for (const claim of [...transaction.taken, ...transaction.movedToUnit]) {
      const sharing = near(live, claim).filter((other) => !other.overbooked && other.id !== claim.id);
      if (!claim.overbooked && sharing.some((other) => other.unit === claim.unit))
        violations.push(`${named(claim)} shares its unit`);
    }
  });
  refuse(history.at(-1)?.committedAt ?? 0, Number.POSITIVE_INFINITY);
  for (const { wantedTimes, sentAt } of open)
    violations.push(
      `a booking of ${sentAt} was refused although its time was free: ${JSON.stringify(wantedTimes)}`,
    );
  return violations;
}

function near(
  live: ReadonlyMap<string, PastClaim>,
  { subjectId, from, until }: { subjectId: string; from: number; until: number },
): PastClaim[] {
  const claims: PastClaim[] = [];
  for (const claim of live.values())
    if (claim.subjectId === subjectId && claim.from < until && claim.until > from) claims.push(claim);
  return claims;
}

function isFree(
  wanted: WantedTime,
  claims: readonly PastClaim[],
  capacityOf: (subjectId: string) => number,
): boolean {
  const capacity = capacityOf(wanted.subjectId);
  return mostAtOnce(wanted, claims, capacity) + wanted.units <= capacity;
}

/**
 * Returns the maximum number of units taken at any instant in the period. The maximum occurs at the start of the period or of
 * a claim.
 */
function mostAtOnce(
  interval: { readonly from: number; readonly until: number },
  claims: readonly PastClaim[],
  unitsOfExclusive: number,
): number {
  const instants = [interval.from, ...claims.map((claim) => Math.max(claim.from, interval.from))];
  return Math.max(
    ...instants.map((at) =>
      claims
        .filter((claim) => claim.from <= at && claim.until > at)
        .reduce((sum, claim) => sum + (claim.exclusive ? unitsOfExclusive : 1), 0),
    ),
  );
}

function named(claim: PastClaim): string {
  const time = [claim.from, claim.until].map((at) => new Date(at).toISOString()).join("/");
  return `${claim.isAppointment ? "appointment" : "block"} ${claim.causeId} on ${claim.subjectId} ${time} unit ${claim.unit}`;
}
