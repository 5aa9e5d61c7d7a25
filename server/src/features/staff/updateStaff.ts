import { isDeepStrictEqual } from "node:util";
import { refuseIf } from "../../kernel/errors.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { lockSubjects, setupChanged } from "../calendar/index.ts";
import { locationProblems } from "./createStaff.ts";
import { deleteExceptionsElsewhere, deleteHoursElsewhere } from "./hoursStore.ts";
import type { ChangedStaff, StaffRecord } from "./schema.ts";
import { staffRecord } from "./staffRecord.ts";
import { deleteStaffLocations, insertStaffLocations, updateStaffRow } from "./store.ts";

/**
 * Changes a member of the team. Visits of somebody who leaves stay as they are; hours at a place where they work
 * no more are removed with it. Throws `not_found`, `validation_failed`.
 */
export async function updateStaff(
  tx: Transaction,
  businessId: string,
  staffId: string,
  changes: ChangedStaff,
  now: number,
): Promise<StaffRecord> {
  // Whoever is booking them now finishes first, or sees them gone (architecture §3).
  if (changes.active !== undefined || changes.location_ids !== undefined)
    await lockSubjects(tx, businessId, [staffId]);
  setupChanged(tx, businessId);
  const before = await staffRecord(tx, businessId, staffId);
  const locationIds = changes.location_ids?.map((id) => id.toLowerCase()).sort();
  const sentIds = changes.location_ids?.map((id) => id.toLowerCase()) ?? [];
  refuseIf(await locationProblems(tx, businessId, sentIds));
  const after: StaffRecord = { ...before, ...changes, location_ids: locationIds ?? before.location_ids };
  if (isDeepStrictEqual(after, before)) return before;

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
  return staffRecord(tx, businessId, staffId);
}
