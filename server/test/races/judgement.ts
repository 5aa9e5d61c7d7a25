import type { PastClaim, PastTransaction } from "./history.ts";

/** A stretch that a refused booking wanted: of a member, or some units of a resource at once. */
export interface Wish {
  readonly subjectId: string;
  readonly from: number;
  readonly until: number;
  readonly units: number;
}

/** A booking that was refused, and while it was under way. */
export interface Refusal {
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly wishes: readonly Wish[];
}

/** Transactions come to be seen a moment after their commit was noted; a busy machine makes that a long moment. */
const SLACK_MS = 50;

/**
 * What is wrong with a history, in sentences; nothing when the salon's books were right at every moment.
 *
 * 1. After no commit do two guarded claims share a unit, two guarded visits a member, or more of them a resource
 *    than it has units.
 * 2. A claim is overbooked exactly when it stood on something that was committed before it: an accepted booking, which
 *    has no overbooked claim, was free of everything, of blocks and overbooked time too.
 * 3. A refused booking stood on something at some moment while it was under way.
 */
export function wrongsOf(
  history: readonly PastTransaction[],
  refusals: readonly Refusal[],
  room: { readonly id: string; readonly capacity: number },
): string[] {
  const wrongs: string[] = [];
  const capacities = new Map([[room.id, room.capacity]]);
  const capacityOf = (subjectId: string) => capacities.get(subjectId) ?? 1;
  // Where a capacity was made smaller, no colouring may have room although the count does: then a claim that fits is
  // kept like a overbooked one.
  const mayForceForNothing = history.some(({ capacities }) => capacities.length > 0);
  const live = new Map<string, PastClaim>();
  const open = new Set(refusals);
  const refuse = (from: number, until: number) => {
    for (const refusal of open) {
      const isUnderWay = refusal.sentAt - SLACK_MS < until && refusal.answeredAt + SLACK_MS > from;
      const stoodOn = () => refusal.wishes.some((wish) => !isFree(wish, near(live, wish), capacityOf));
      if (isUnderWay && stoodOn()) open.delete(refusal);
    }
  };

  history.forEach((transaction, index) => {
    refuse(history[index - 1]?.committedAt ?? 0, transaction.committedAt);
    for (const { subjectId, capacity } of transaction.capacities) capacities.set(subjectId, capacity);
    for (const claim of transaction.givenBack) live.delete(claim.id);
    for (const claim of transaction.taken) {
      const units = claim.exclusive ? capacityOf(claim.subjectId) : 1;
      const stands = !isFree({ ...claim, units }, near(live, claim), capacityOf);
      if (stands && !claim.overbooked) wrongs.push(`${named(claim)} stands on what was taken`);
      if (claim.overbooked && !stands && !mayForceForNothing)
        wrongs.push(`${named(claim)} is overbooked for nothing`);
      const guarded = near(live, claim).filter((other) => !other.overbooked);
      if (!claim.overbooked && mostAtOnce(claim, guarded, 1) + 1 > capacityOf(claim.subjectId))
        wrongs.push(`${named(claim)} is one too many`);
      live.set(claim.id, claim);
    }
    for (const claim of transaction.recoloured) live.set(claim.id, claim);
    for (const claim of [...transaction.taken, ...transaction.recoloured]) {
      const sharing = near(live, claim).filter((other) => !other.overbooked && other.id !== claim.id);
      if (!claim.overbooked && sharing.some((other) => other.unit === claim.unit))
        wrongs.push(`${named(claim)} shares its unit`);
    }
  });
  refuse(history.at(-1)?.committedAt ?? 0, Number.POSITIVE_INFINITY);
  for (const { wishes, sentAt } of open)
    wrongs.push(`a booking of ${sentAt} was refused for nothing: ${JSON.stringify(wishes)}`);
  return wrongs;
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
  wish: Wish,
  claims: readonly PastClaim[],
  capacityOf: (subjectId: string) => number,
): boolean {
  const capacity = capacityOf(wish.subjectId);
  return mostAtOnce(wish, claims, capacity) + wish.units <= capacity;
}

/** The most units that claims take at one instant of a stretch. It is reached where the stretch or a claim begins. */
function mostAtOnce(
  stretch: { readonly from: number; readonly until: number },
  claims: readonly PastClaim[],
  unitsOfWhole: number,
): number {
  const instants = [stretch.from, ...claims.map((claim) => Math.max(claim.from, stretch.from))];
  return Math.max(
    ...instants.map((at) =>
      claims
        .filter((claim) => claim.from <= at && claim.until > at)
        .reduce((sum, claim) => sum + (claim.exclusive ? unitsOfWhole : 1), 0),
    ),
  );
}

function named(claim: PastClaim): string {
  const time = [claim.from, claim.until].map((at) => new Date(at).toISOString()).join("/");
  return `${claim.isVisit ? "visit" : "block"} ${claim.causeId} on ${claim.subjectId} ${time} unit ${claim.unit}`;
}
