import { localText, repeatDaily } from "@daybook/engine";
import { type FieldProblem, invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { instantOf, LAST_INSTANT } from "../../../kernel/instants.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import {
  blockOver,
  type CoveredClaim,
  coveredBy,
  type LockedClaims,
  lockAndReadClaims,
} from "../calendar/index.ts";
import {
  assertCurrent,
  assertFresh,
  type LocationSnapshot,
  type SchedulingSnapshot,
} from "../snapshot/index.ts";
import { type Block, type BlockRecord, blockRecord, subjectOf } from "./block.ts";
import { insertBlock } from "./store.ts";

export interface BlockWish {
  readonly location_id: string;
  readonly staff_id?: string | null;
  readonly resource_id?: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly label?: string | null;
  readonly every_days?: number;
  readonly occurrences?: number;
}

/** What a block lies over, or a day that a repeat left out. */
export interface BlockConflict {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly reason: "appointment" | "block" | "time_off";
  readonly appointment_id: string | null;
}

export type CreatedBlocks =
  | (BlockRecord & { conflicts: BlockConflict[] })
  | { series_id: string; created: BlockRecord[]; conflicts: BlockConflict[] };

/**
 * Takes time out of the calendar by hand. A single block is always made, even over visits, because staff fall ill;
 * its answer names the visits. A repeat keeps the wall time of both ends and leaves out every day that a visit, block
 * or time off overlaps (contract §5). All of it under the subject's lock, in one transaction.
 */
export async function createBlocks(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  wish: BlockWish,
  now: number,
): Promise<CreatedBlocks> {
  const location = snapshot.locations.get(wish.location_id.toLowerCase());
  const problems = problemsOf(snapshot, location, wish);
  if (location === undefined || problems.length > 0) {
    await assertCurrent(tx, snapshot);
    throw invalid(...problems);
  }
  const isRepeat = wish.every_days !== undefined && wish.occurrences !== undefined;
  const template: Block = {
    id: newId(),
    locationId: location.id,
    staffId: wish.staff_id?.toLowerCase() ?? null,
    resourceId: wish.resource_id?.toLowerCase() ?? null,
    startsAt: instantOf(wish.starts_at),
    endsAt: instantOf(wish.ends_at),
    label: wish.label || null,
    seriesId: isRepeat ? newId() : null,
    createdAt: now,
    updatedAt: now,
  };
  const { startsAt, endsAt } = template;
  const times = isRepeat
    ? repeatDaily(location.zone, startsAt, endsAt, wish.every_days as number, wish.occurrences as number)
    : [{ startsAt, endsAt }];
  if ((times.at(-1)?.endsAt ?? 0) > LAST_INSTANT)
    throw invalid({ path: "/occurrences", message: "must end in the year 2200 or before" });
  const locked = await lockAndReadClaims(tx, snapshot.businessId, [subjectOf(template)], times, {
    now,
    excludeAppointmentId: null,
  });
  assertFresh(snapshot, locked.snapshotVersion);

  if (template.seriesId === null) {
    const covered = writeBlock(tx, locked, template).filter((claim) => claim.reason === "appointment");
    return {
      ...blockRecord(template, location.zone),
      conflicts: byAppointment(covered).map((claim) => conflictOf(location, claim)),
    };
  }
  const created: BlockRecord[] = [];
  const conflicts: BlockConflict[] = [];
  for (const time of times) {
    const block = { ...template, ...time, id: newId() };
    const [first] = coveredBy(locked, { subjectId: subjectOf(block), ...time });
    if (first === undefined) {
      writeBlock(tx, locked, block);
      created.push(blockRecord(block, location.zone));
    } else conflicts.push(conflictOf(location, { ...first, ...time }));
  }
  return { series_id: template.seriesId, created, conflicts };
}

function problemsOf(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot | undefined,
  wish: BlockWish,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const staffId = wish.staff_id ?? null;
  const resourceId = wish.resource_id ?? null;
  if (location === undefined)
    problems.push({ path: "/location_id", message: "is not a location of this business" });
  if ((staffId === null) === (resourceId === null)) {
    problems.push({ path: "/staff_id", message: "or resource_id must be given, and not both" });
  } else if (
    staffId !== null &&
    location !== undefined &&
    !snapshot.staff.get(staffId.toLowerCase())?.hoursByLocation.has(location.id)
  ) {
    problems.push({ path: "/staff_id", message: "does not work at this location" });
  } else if (
    resourceId !== null &&
    !location?.resources.some((resource) => resource.id === resourceId.toLowerCase())
  ) {
    problems.push({ path: "/resource_id", message: "is not a resource of this location" });
  }
  if (instantOf(wish.ends_at) <= instantOf(wish.starts_at)) {
    problems.push({ path: "/ends_at", message: "must lie after starts_at" });
  }
  if (wish.every_days !== undefined && wish.occurrences === undefined) {
    problems.push({ path: "/occurrences", message: "is required with every_days" });
  }
  if (wish.occurrences !== undefined && wish.every_days === undefined) {
    problems.push({ path: "/every_days", message: "is required with occurrences" });
  }
  return problems;
}

function writeBlock(tx: Transaction, locked: LockedClaims, block: Block): CoveredClaim[] {
  insertBlock(tx, locked.businessId, block);
  const time = { subjectId: subjectOf(block), startsAt: block.startsAt, endsAt: block.endsAt };
  return blockOver(tx, locked, time, { blockId: block.id });
}

/** A visit with processing time has several claims; the block lies over one visit all the same. */
function byAppointment(covered: readonly CoveredClaim[]): CoveredClaim[] {
  const visits = new Map<string | null, CoveredClaim>();
  for (const claim of covered) {
    const known = visits.get(claim.appointmentId);
    visits.set(claim.appointmentId, {
      ...claim,
      startsAt: Math.min(claim.startsAt, known?.startsAt ?? claim.startsAt),
      endsAt: Math.max(claim.endsAt, known?.endsAt ?? claim.endsAt),
    });
  }
  return [...visits.values()];
}

function conflictOf(location: LocationSnapshot, claim: CoveredClaim): BlockConflict {
  return {
    starts_at: localText(location.zone, claim.startsAt),
    ends_at: localText(location.zone, claim.endsAt),
    reason: claim.reason,
    appointment_id: claim.appointmentId,
  };
}
