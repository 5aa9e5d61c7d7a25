import type { Static } from "typebox";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, exactlyOneProblem, type FieldProblem, invalid, notFound } from "../../../kernel/errors.ts";
import { instantOf } from "../../../kernel/instants.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { blockOver, coveredBy, deleteClaims, lockAndReadClaims, lockSubjects } from "../calendar/index.ts";
import { assertCurrent, type LocationSnapshot, type SchedulingSnapshot } from "../snapshot/index.ts";
import { type Block, type BlockRecord, blockRecord, subjectOf } from "./block.ts";
import { appointmentConflicts, type BlockConflict } from "./blockConflicts.ts";
import type { BlockChanges } from "./schema.ts";
import { lockBlock, updateBlockRow } from "./store.ts";

export interface BlockUpdate {
  readonly blockId: string;
  readonly changes: Static<typeof BlockChanges>;
  readonly ifMatch: IfMatch;
  readonly own: OwnOnly | null;
  readonly now: number;
}

/**
 * Moves, resizes or relabels one block. A block of a series stays in the series. As in the creation of a block, appointments that the block
 * overlaps are returned in `conflicts`. A request that changes nothing writes nothing. Throws `not_found` for an unknown block and, with
 * `own`, for another staff member's block, `version_mismatch` if the block has another version, and `validation_failed` for invalid input.
 */
export async function updateBlock(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  { blockId, changes, ifMatch, own, now }: BlockUpdate,
): Promise<BlockRecord & { conflicts: BlockConflict[] }> {
  const { businessId } = snapshot;
  const [[before]] = await Promise.all([
    tx.query(lockBlock, { business_id: businessId, id: blockId }),
    assertCurrent(tx, snapshot),
  ]);
  if (before === undefined || (own !== null && before.staff_id !== own.staffId)) throw notFound();
  if (isStale(ifMatch, before.version))
    throw new ApiError(
      "version_mismatch",
      `The block has changed since you read it. Read it again: the current version is ${before.version}.`,
      { version: before.version },
    );
  const location = snapshot.locations.get(before.location_id) as LocationSnapshot;
  const wanted = changed(before, changes);
  const problems = problemsOf(snapshot, location, { before, wanted, own });
  if (problems.length > 0) throw invalid(...problems);

  const subjectId = subjectOf(wanted);
  await lockSubjects(tx, businessId, [...new Set([subjectOf(before), subjectId])].sort());
  const time = { subjectId, startsAt: wanted.starts_at, endsAt: wanted.ends_at };
  const isMoved =
    subjectId !== subjectOf(before) ||
    wanted.starts_at !== before.starts_at ||
    wanted.ends_at !== before.ends_at;
  if (isMoved) deleteClaims(tx, businessId, { blockIds: [before.id] });
  const locked = await lockAndReadClaims(tx, businessId, [subjectId], [time], {
    now,
    excludeAppointmentId: null,
  });
  const covered = isMoved ? blockOver(tx, locked, time, { blockId: before.id }) : coveredBy(locked, time);
  const isChanged = isMoved || wanted.label !== before.label;
  const after = isChanged ? { ...wanted, version: before.version + 1, updated_at: now } : before;
  if (isChanged) tx.write(updateBlockRow, { business_id: businessId, ...after });
  return { ...blockRecord(after, location.zone), conflicts: appointmentConflicts(location, covered) };
}

function changed(before: Block, changes: Static<typeof BlockChanges>): Block {
  const { staff_id, resource_id, starts_at, ends_at, label } = changes;
  const staffId = staff_id === undefined ? before.staff_id : (staff_id?.toLowerCase() ?? null);
  const resourceId = resource_id === undefined ? before.resource_id : (resource_id?.toLowerCase() ?? null);
  return {
    ...before,
    // A new staff member replaces the resource, and a new resource replaces the staff member, unless the request contains both.
    staff_id: resource_id != null && staff_id === undefined ? null : staffId,
    resource_id: staff_id != null && resource_id === undefined ? null : resourceId,
    starts_at: starts_at === undefined ? before.starts_at : instantOf(starts_at),
    ends_at: ends_at === undefined ? before.ends_at : instantOf(ends_at),
    label: label === undefined ? before.label : label || null,
  };
}

function problemsOf(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  { before, wanted, own }: { readonly before: Block; readonly wanted: Block; readonly own: OwnOnly | null },
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { staff_id: staffId, resource_id: resourceId } = wanted;
  if ((staffId === null) === (resourceId === null))
    problems.push(exactlyOneProblem("staff_id", ["resource_id"], { isSent: staffId !== null }));
  else if (own !== null && staffId !== own.staffId)
    problems.push({ path: "/staff_id", message: "must be your own staff id" });
  else if (
    staffId !== null &&
    staffId !== before.staff_id &&
    !snapshot.staff.get(staffId)?.hoursByLocation.has(location.id)
  )
    problems.push({ path: "/staff_id", message: "is not a staff member who works at this location" });
  else if (
    resourceId !== null &&
    resourceId !== before.resource_id &&
    !location.resources.some((resource) => resource.id === resourceId)
  )
    problems.push({ path: "/resource_id", message: "is not a resource of this location" });
  if (wanted.ends_at <= wanted.starts_at)
    problems.push({ path: "/ends_at", message: "must be after `starts_at`" });
  return problems;
}
