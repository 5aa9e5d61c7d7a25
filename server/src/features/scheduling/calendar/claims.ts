import { coversSpan, freeUnits, planUnits, type TakenTime } from "@daybook/engine";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import {
  type ClaimCause,
  type ClaimRow,
  deleteHoldClaims,
  type NewClaim,
  readClaims,
  writeClaims,
  writeUnits,
} from "./claimStore.ts";
import type { LockedClaims } from "./lockedClaims.ts";
import type { LocationSnapshot } from "./snapshot.ts";

/**
 * Takes time for a visit, under the lock by which `locked` was read. A claim that overlaps what is taken already is
 * marked as overbooked, which only somebody who may force lets happen; all others get a unit, which the database guards.
 * Holds in the way, and expired ones, are revoked: the team's booking wins (contract §5).
 */
export async function takeTime(
  tx: Transaction,
  location: LocationSnapshot,
  locked: LockedClaims,
  taken: readonly TakenTime[],
  appointmentId: string,
): Promise<void> {
  const capacities = new Map(location.resources.map((resource) => [resource.id, resource.capacity]));
  revokeHolds(tx, locked, taken);
  const claims: NewClaim[] = [];
  for (const [subjectId, wanted] of bySubject(taken)) {
    const capacity = capacities.get(subjectId) ?? 1;
    const fits = whichFit(locked, subjectId, capacity, wanted, appointmentId);
    const guarded = wanted.filter((_, index) => fits[index]);
    const units = await unitsFor(tx, subjectId, capacity, locked, guarded, appointmentId);
    let next = 0;
    wanted.forEach((time, index) => {
      const unit = fits[index] === true ? units?.[next++] : undefined;
      claims.push({ id: newId(), ...time, unit: unit ?? 0, overbooked: unit === undefined });
    });
  }
  if (claims.length > 0) write(tx, locked, claims, { appointmentId }, false);
}

function write(
  tx: Transaction,
  locked: LockedClaims,
  claims: readonly NewClaim[],
  cause: ClaimCause,
  exclusive: boolean,
): void {
  writeClaims(tx, locked.businessId, claims, cause, exclusive);
  for (const claim of claims) {
    locked.add({
      snapshot_version: locked.snapshotVersion,
      id: claim.id,
      subject_id: claim.subjectId,
      starts_at: claim.startsAt,
      ends_at: claim.endsAt,
      unit: claim.unit,
      overbooked: claim.overbooked,
      exclusive: exclusive,
      appointment_id: "appointmentId" in cause ? cause.appointmentId : null,
      block_id: "blockId" in cause ? cause.blockId : null,
      time_off_id: "timeOffId" in cause ? cause.timeOffId : null,
      hold_id: null,
      expires_at: null,
    });
  }
}

/**
 * Which stretches of a visit lie in free time. Each counts what the visit takes before it: of two units that are
 * wanted where one is free, one fits and the other is overbooked.
 */
function whichFit(
  locked: LockedClaims,
  subjectId: string,
  capacity: number,
  wanted: readonly TakenTime[],
  appointmentId: string,
): boolean[] {
  const before = locked.of(subjectId);
  if (before.length === 0 && wanted.length <= capacity) return wanted.map(() => true);
  const own = wanted.map(({ startsAt, endsAt }) => ({
    startsAt,
    endsAt,
    cause: "appointment" as const,
    causeId: appointmentId,
    exclusive: false,
  }));
  return wanted.map(({ startsAt, endsAt }, index) => {
    const claims = [...before, ...own.slice(0, index)];
    return coversSpan(freeUnits({ id: subjectId, type: "", capacity, claims }, 1), startsAt, endsAt);
  });
}

function bySubject(taken: readonly TakenTime[]): Map<string, TakenTime[]> {
  const grouped = new Map<string, TakenTime[]>();
  for (const time of taken) grouped.set(time.subjectId, [...(grouped.get(time.subjectId) ?? []), time]);
  return grouped;
}

function revokeHolds(tx: Transaction, locked: LockedClaims, taken: readonly TakenTime[]): void {
  const inTheWay = locked.rows.filter(
    (row) =>
      row.hold_id !== null &&
      taken.some(
        (time) =>
          time.subjectId === row.subject_id &&
          (row.starts_at as number) < time.endsAt &&
          (row.ends_at as number) > time.startsAt,
      ),
  );
  if (inTheWay.length === 0) return;
  const ids = inTheWay.map((row) => row.id as string);
  deleteHoldClaims(tx, locked.businessId, ids);
  locked.drop(new Set(ids));
}

/**
 * Lanes for claims that fit; existing claims, and holds that are not in the way, are moved to other units where only
 * that makes room. Null when no
 * colouring has room although the count does: claims from before a capacity was made smaller stand next to these.
 * They are then kept like overbooked ones, unguarded but counted.
 */
async function unitsFor(
  tx: Transaction,
  subjectId: string,
  capacity: number,
  locked: LockedClaims,
  wanted: readonly TakenTime[],
  appointmentId: string,
): Promise<readonly number[] | null> {
  if (capacity === 1) return wanted.map(() => 0);
  const isGuarded = (row: ClaimRow) =>
    row.subject_id === subjectId && row.overbooked === false && row.appointment_id !== appointmentId;
  const near = planUnits(locked.rows.filter(isGuarded).map(asUnitClaim), wanted, capacity);
  if (near !== null && near.moved.length === 0) return near.units;

  // Colouring anew may move claims that overlap others further away: all that hang together are needed.
  const all = (await chainOfClaims(tx, locked.businessId, subjectId, wanted))
    .filter(isGuarded)
    .map(asUnitClaim);
  const plan = planUnits(all, wanted, capacity);
  if (plan !== null && plan.moved.length > 0) {
    writeUnits(tx, locked.businessId, plan.moved);
    locked.recolour(plan.moved);
  }
  return plan?.units ?? null;
}

/** Every claim of a subject that overlaps the wanted time, directly or through other claims. */
async function chainOfClaims(
  tx: Transaction,
  businessId: string,
  subjectId: string,
  wanted: readonly TakenTime[],
): Promise<ClaimRow[]> {
  let from = Math.min(...wanted.map((time) => time.startsAt));
  let until = Math.max(...wanted.map((time) => time.endsAt));
  for (;;) {
    const range = `{[${new Date(from).toISOString()},${new Date(until).toISOString()})}`;
    const rows = (await readClaims(tx, businessId, [subjectId], range)).filter((row) => row.id !== null);
    const nextFrom = Math.min(from, ...rows.map((row) => row.starts_at as number));
    const nextUntil = Math.max(until, ...rows.map((row) => row.ends_at as number));
    if (nextFrom === from && nextUntil === until) return rows;
    from = nextFrom;
    until = nextUntil;
  }
}

function asUnitClaim(row: ClaimRow) {
  return {
    id: row.id as string,
    startsAt: row.starts_at as number,
    endsAt: row.ends_at as number,
    unit: row.unit as number,
  };
}

/** What a block or time off took, and what it lies over. */
export interface CoveredClaim {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly reason: "appointment" | "block" | "time_off";
  readonly appointmentId: string | null;
}

/**
 * Takes time of one subject for a block or time off, whole and whatever is there already; overbooked where it overlaps
 * something. Answers what it covers.
 */
export function blockOver(
  tx: Transaction,
  locked: LockedClaims,
  time: TakenTime,
  cause: ClaimCause,
): CoveredClaim[] {
  revokeHolds(tx, locked, [time]);
  const covered = coveredBy(locked, time);
  const claim = { id: newId(), ...time, unit: 0, overbooked: covered.length > 0 };
  write(tx, locked, [claim], cause, true);
  return covered;
}

/** What of a subject's claims lies in a stretch of time; a visit that takes several units is named once. */
export function coveredBy(locked: LockedClaims, time: TakenTime): CoveredClaim[] {
  const covered = new Map<string, CoveredClaim>();
  for (const claim of locked.of(time.subjectId)) {
    if (claim.startsAt >= time.endsAt || claim.endsAt <= time.startsAt || claim.cause === "hold") continue;
    const key = `${claim.causeId} ${claim.startsAt} ${claim.endsAt}`;
    covered.set(key, {
      startsAt: claim.startsAt,
      endsAt: claim.endsAt,
      reason: claim.cause,
      appointmentId: claim.cause === "appointment" ? claim.causeId : null,
    });
  }
  return [...covered.values()];
}
