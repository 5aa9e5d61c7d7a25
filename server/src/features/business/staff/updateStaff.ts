import { isDeepStrictEqual } from "node:util";
import { refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings, lockSubjects } from "../../scheduling/calendar/index.ts";
import { type TouchedVisitRecord, visitsTouched } from "../locations/index.ts";
import { locationProblems } from "./createStaff.ts";
import { deleteExceptionsElsewhere, deleteHoursElsewhere, listVisitTimesOf } from "./hoursStore.ts";
import type { ChangedStaff, ChangedStaffRecord, StaffRecord } from "./schema.ts";
import { staffRecord } from "./staffRecord.ts";
import { deleteStaffLocations, insertStaffLocations, updateStaffRow } from "./store.ts";

/**
 * Changes a member of the team. Visits of somebody who leaves, takes none any more or works elsewhere stay as they are
 * and are named in `conflicts`; hours at a place where they work no more are removed with it. Throws `not_found`,
 * `validation_failed`.
 */
export async function updateStaff(
  tx: Transaction,
  businessId: string,
  staffId: string,
  changes: ChangedStaff,
  now: number,
): Promise<ChangedStaffRecord> {
  // Whoever is booking them now finishes first, or sees them gone (architecture §3).
  if (standing.some((field) => changes[field] !== undefined)) await lockSubjects(tx, businessId, [staffId]);
  lockSettings(tx, businessId);
  const before = await staffRecord(tx, businessId, staffId);
  const locationIds = changes.location_ids?.map((id) => id.toLowerCase()).sort();
  const sentIds = changes.location_ids?.map((id) => id.toLowerCase()) ?? [];
  refuseIf(await locationProblems(tx, businessId, sentIds));
  const after: StaffRecord = { ...before, ...changes, location_ids: locationIds ?? before.location_ids };
  if (isDeepStrictEqual(after, before))
    return { ...before, conflicts: await touchedBy(tx, businessId, before, changes, now) };

  tx.write(updateStaffRow, [
    businessId,
    staffId,
    after.first_name,
    after.last_name,
    after.display_name,
    after.title,
    after.bookable,
    after.active,
    after.color,
    after.position,
    new Date(now),
  ]);
  if (locationIds !== undefined) {
    tx.write(deleteStaffLocations, [businessId, staffId]);
    tx.write(insertStaffLocations, [businessId, staffId, locationIds]);
    tx.write(deleteHoursElsewhere, [businessId, staffId, locationIds]);
    tx.write(deleteExceptionsElsewhere, [businessId, staffId, locationIds]);
  }
  const record = await staffRecord(tx, businessId, staffId);
  return { ...record, conflicts: await touchedBy(tx, businessId, record, changes, now) };
}

/** What a booking looks at in a member: a change of it waits for those who are booking them. */
const standing = ["active", "bookable", "location_ids"] as const;

/** By the member as they are now and not by what was different before, as with hours. */
async function touchedBy(
  tx: Transaction,
  businessId: string,
  member: StaffRecord,
  changes: ChangedStaff,
  now: number,
): Promise<TouchedVisitRecord[]> {
  const isGone = changes.active === false || changes.bookable === false;
  if (!isGone && changes.location_ids === undefined) return [];
  const taken = await tx.query(listVisitTimesOf, [businessId, member.id, new Date(now)]);
  return visitsTouched(taken, ({ location_id }) => isGone || !member.location_ids.includes(location_id));
}
