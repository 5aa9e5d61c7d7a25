import { repeatDaily } from "@daybook/engine";
import type { Static } from "typebox";
import { exactlyOneProblem, type FieldProblem, invalid } from "../../../kernel/errors.ts";
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
import { appointmentConflicts, type BlockConflict, conflictOf } from "./blockConflicts.ts";
import type { BlockInput } from "./schema.ts";
import { insertBlock } from "./store.ts";

type Input = Static<typeof BlockInput>;

export type CreatedBlocks =
  | (BlockRecord & { conflicts: BlockConflict[] })
  | { series_id: string; created: BlockRecord[]; conflicts: BlockConflict[] };

/**
 * Creates a block or a series of blocks. A single block is always created, even if it overlaps appointments, for example when a staff
 * member is ill; the response lists these appointments. A series keeps the local start and end time and skips every day on which it would
 * overlap an appointment, block or time off (contract §5). Creates all blocks in one transaction while the subject is locked.
 */
export async function createBlocks(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  input: Input,
  now: number,
): Promise<CreatedBlocks> {
  const location = snapshot.locations.get(input.location_id.toLowerCase());
  const problems = problemsOf(snapshot, location, input);
  if (location === undefined || problems.length > 0) {
    await assertCurrent(tx, snapshot);
    throw invalid(...problems);
  }
  const isSeries = input.every_days !== undefined && input.occurrences !== undefined;
  const template: Block = {
    id: newId(),
    location_id: location.id,
    staff_id: input.staff_id?.toLowerCase() ?? null,
    resource_id: input.resource_id?.toLowerCase() ?? null,
    starts_at: instantOf(input.starts_at),
    ends_at: instantOf(input.ends_at),
    label: input.label || null,
    series_id: isSeries ? newId() : null,
    created_at: now,
    updated_at: now,
    version: 1,
  };
  const { starts_at: startsAt, ends_at: endsAt } = template;
  const times = isSeries
    ? repeatDaily(location.zone, startsAt, endsAt, input.every_days as number, input.occurrences as number)
    : [{ startsAt, endsAt }];
  if ((times.at(-1)?.endsAt ?? 0) > LAST_INSTANT)
    throw invalid({ path: "/occurrences", message: "must end the series in or before the year 2200" });
  const locked = await lockAndReadClaims(tx, snapshot.businessId, [subjectOf(template)], times, {
    now,
    excludeAppointmentId: null,
  });
  assertFresh(snapshot, locked.snapshotVersion);

  if (template.series_id === null) {
    const covered = writeBlock(tx, locked, template);
    return {
      ...blockRecord(template, location.zone),
      conflicts: appointmentConflicts(location, covered),
    };
  }
  const created: BlockRecord[] = [];
  const conflicts: BlockConflict[] = [];
  for (const time of times) {
    const block = { ...template, id: newId(), starts_at: time.startsAt, ends_at: time.endsAt };
    const [first] = coveredBy(locked, { subjectId: subjectOf(block), ...time });
    if (first === undefined) {
      writeBlock(tx, locked, block);
      created.push(blockRecord(block, location.zone));
    } else conflicts.push(conflictOf(location, { ...first, ...time }));
  }
  return { series_id: template.series_id, created, conflicts };
}

function problemsOf(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot | undefined,
  input: Input,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const staffId = input.staff_id ?? null;
  const resourceId = input.resource_id ?? null;
  if (location === undefined)
    problems.push({ path: "/location_id", message: "is not a location of this business" });
  if ((staffId === null) === (resourceId === null)) {
    problems.push(exactlyOneProblem("staff_id", ["resource_id"], { isSent: staffId !== null }));
  } else if (
    staffId !== null &&
    location !== undefined &&
    !snapshot.staff.get(staffId.toLowerCase())?.hoursByLocation.has(location.id)
  ) {
    problems.push({ path: "/staff_id", message: "is not a staff member who works at this location" });
  } else if (
    resourceId !== null &&
    !location?.resources.some((resource) => resource.id === resourceId.toLowerCase())
  ) {
    problems.push({ path: "/resource_id", message: "is not a resource of this location" });
  }
  if (instantOf(input.ends_at) <= instantOf(input.starts_at)) {
    problems.push({ path: "/ends_at", message: "must be after `starts_at`" });
  }
  if (input.every_days !== undefined && input.occurrences === undefined) {
    problems.push({ path: "/occurrences", message: "is required when `every_days` is set" });
  }
  if (input.occurrences !== undefined && input.every_days === undefined) {
    problems.push({ path: "/every_days", message: "is required when `occurrences` is set" });
  }
  return problems;
}

function writeBlock(tx: Transaction, locked: LockedClaims, block: Block): CoveredClaim[] {
  tx.write(insertBlock, { business_id: locked.businessId, ...block });
  const time = { subjectId: subjectOf(block), startsAt: block.starts_at, endsAt: block.ends_at };
  return blockOver(tx, locked, time, { blockId: block.id });
}
