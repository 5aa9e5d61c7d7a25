import { coversSpan, freeUnits, planUnits, type TakenTime } from "@daybook/engine";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { LocationSnapshot } from "../snapshot/index.ts";
import {
  type ClaimCause,
  type ClaimRow,
  deleteHolds,
  type NewClaim,
  readClaimsOfSubject,
  writeClaims,
  writeUnits,
} from "./claimStore.ts";
import type { LockedClaims } from "./lockedClaims.ts";

/**
 * Claims the time of an appointment. The locks under which `locked` was read must still be held. A claim on taken time, as in a
 * booking with `force`, is marked as overbooked. Every other claim gets a unit, and the exclusion constraint rejects
 * overlapping claims of a unit. Revokes all overlapping holds, live or expired, because a booking by staff takes precedence
 * over a hold (contract §5).
 */
export async function takeTime(
  tx: Transaction,
  location: LocationSnapshot,
  locked: LockedClaims,
  taken: readonly TakenTime[],
  appointmentId: string,
): Promise<void> {
  revokeHolds(tx, locked, taken);
  await claimTime(tx, location, locked, taken, { appointmentId });
}

/**
 * Claims time for a hold or an online booking. `locked` must have been read for the audience `online`, and its locks must still be held.
 * Live holds of other visitors remain. Deletes overlapping expired holds, because the exclusion constraint cannot consider the expiry of a
 * hold.
 */
export async function takeTimeOnline(
  tx: Transaction,
  location: LocationSnapshot,
  locked: LockedClaims,
  taken: readonly TakenTime[],
  { cause, now }: { readonly cause: ClaimCause; readonly now: number },
): Promise<void> {
  revokeHolds(tx, locked, taken, (row) => row.expires_at !== null && row.expires_at <= now);
  await claimTime(tx, location, locked, taken, cause);
}

async function claimTime(
  tx: Transaction,
  location: LocationSnapshot,
  locked: LockedClaims,
  taken: readonly TakenTime[],
  cause: ClaimCause,
): Promise<void> {
  const capacities = new Map(location.resources.map((resource) => [resource.id, resource.capacity]));
  const appointmentId = "appointmentId" in cause ? cause.appointmentId : "";
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
  if (claims.length > 0) write(tx, locked, claims, cause, false);
}

function write(
  tx: Transaction,
  locked: LockedClaims,
  claims: readonly NewClaim[],
  cause: ClaimCause,
  exclusive: boolean,
): void {
  writeClaims(tx, locked, claims, cause, exclusive);
  addClaims(locked, claims, cause, exclusive);
}

/** Adds new claims to the claims in memory, so that later checks in this transaction treat the claimed time as taken. */
function addClaims(
  locked: LockedClaims,
  claims: readonly NewClaim[],
  cause: ClaimCause,
  exclusive: boolean,
): void {
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
      hold_id: "holdId" in cause ? cause.holdId : null,
      expires_at: "holdId" in cause ? cause.expiresAt : null,
    });
  }
}

/** For a preview that writes no claims: treats the time of an accepted appointment as taken in later checks. */
export function assumeTaken(locked: LockedClaims, taken: readonly TakenTime[], appointmentId: string): void {
  const claims = taken.map((time) => ({ id: newId(), ...time, unit: 0, overbooked: false }));
  addClaims(locked, claims, { appointmentId }, false);
}

/**
 * Returns, for each span of an appointment, whether the time is free. Earlier spans of the same appointment count as taken: if two spans
 * need one unit each and only one unit is free, the first span fits and the second is overbooked.
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

function revokeHolds(
  tx: Transaction,
  locked: LockedClaims,
  taken: readonly TakenTime[],
  isRevoked: (row: ClaimRow) => boolean = () => true,
): void {
  const inTheWay = locked.rows.filter(
    (row) =>
      row.hold_id !== null &&
      isRevoked(row) &&
      taken.some(
        (time) =>
          time.subjectId === row.subject_id &&
          (row.starts_at as number) < time.endsAt &&
          (row.ends_at as number) > time.startsAt,
      ),
  );
  if (inTheWay.length === 0) return;
  const ids = inTheWay.map((row) => row.id as string);
  tx.write(deleteHolds, { business_id: locked.businessId, ids });
  locked.drop(new Set(ids));
}

/** Deletes the claims of an unverified hold on locked subjects, so that a verified visitor can book the time of this hold. */
export function revokeHold(tx: Transaction, locked: LockedClaims, holdId: string): void {
  const ids = locked.rows.filter((row) => row.hold_id === holdId).map((row) => row.id as string);
  if (ids.length > 0) tx.write(deleteHolds, { business_id: locked.businessId, ids });
}

/**
 * Assigns units to claims that fit. Moves existing claims and remaining holds to other units only if otherwise no unit is free. Returns
 * null if no assignment exists although enough units are free. This happens when older claims exceed a reduced capacity. The caller then
 * writes the new claims as overbooked: they count as taken time, but the exclusion constraint does not check them.
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

  // Reassigning units may move claims that overlap other claims outside the requested time, so all claims that are connected by overlaps
  // must be read.
  const all = (await chainOfClaims(tx, locked.businessId, subjectId, wanted))
    .filter(isGuarded)
    .map(asUnitClaim);
  const plan = planUnits(all, wanted, capacity);
  if (plan !== null && plan.moved.length > 0) {
    writeUnits(tx, locked.businessId, plan.moved);
    locked.moveToUnits(plan.moved);
  }
  return plan?.units ?? null;
}

/** Reads every claim of a subject that overlaps the requested time, directly or through other claims. */
async function chainOfClaims(
  tx: Transaction,
  businessId: string,
  subjectId: string,
  wanted: readonly TakenTime[],
): Promise<ClaimRow[]> {
  let from = Math.min(...wanted.map((time) => time.startsAt));
  let until = Math.max(...wanted.map((time) => time.endsAt));
  for (;;) {
    const intervals = `{[${new Date(from).toISOString()},${new Date(until).toISOString()})}`;
    const rows = (await tx.query(readClaimsOfSubject, { businessId, subjectId, intervals })).filter(
      (row) => row.id !== null,
    );
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

/** A claim that a block or time off overlaps. Half-open, in milliseconds since the epoch. */
export interface CoveredClaim {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly reason: "appointment" | "block" | "time_off";
  readonly appointmentId: string | null;
}

/**
 * Claims time of one subject exclusively, for a block or time off. If the time is taken, marks the claim as overbooked. Returns the
 * overlapping claims.
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

/** Returns the claims of a subject in a span of time, except those of holds. Lists an appointment with several units once. */
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
