import { isDeepStrictEqual } from "node:util";
import { refuseIf } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { endMembershipOfStaff } from "../../access/accounts/index.ts";
import { lockSubjects } from "../../scheduling/calendar/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { locationIdProblems } from "../locations/index.ts";
import { type AffectedAppointmentRecord, affectedAppointments } from "../opening-hours/index.ts";
import { deleteExceptionsElsewhere, deleteHoursElsewhere, raiseHoursVersion } from "./hoursStore.ts";
import type { StaffMemberChanges, StoredStaffMember, StoredWithConflicts } from "./schema.ts";
import { staffMemberRecord } from "./staffMemberRecord.ts";
import { deleteStaffLocations, insertStaffLocations, updateStaffRow } from "./store.ts";

/**
 * Changes a staff member. Working hours at a removed location are deleted. Appointments remain unchanged. If the staff member becomes
 * inactive or not bookable, or no longer works at an appointment's location, the affected appointments are returned in `conflicts`. If the
 * staff member becomes inactive, the business membership of the linked user ends. The membership of an owner remains, and the membership of
 * a manager ends only if an owner makes the change (decision 40). Throws `not_found` for an unknown staff member, and `validation_failed`
 * for invalid input.
 */
export async function updateStaffMember(
  tx: Transaction,
  businessId: string,
  staffId: string,
  changes: StaffMemberChanges,
  now: number,
  /** True if an owner makes the change. A deactivation by an owner also ends a manager's membership. */
  isOwner = false,
): Promise<StoredWithConflicts> {
  // A concurrent booking either has committed and is checked for a conflict below, or waits for the lock and then reads the new
  // values.
  if (availabilityFields.some((field) => changes[field] !== undefined))
    await lockSubjects(tx, businessId, [staffId]);
  lockSettings(tx, businessId);
  const before = await staffMemberRecord(tx, businessId, staffId);
  const sentIds = changes.location_ids?.map((id) => id.toLowerCase());
  refuseIf(await locationIdProblems(tx, businessId, "/location_ids", sentIds ?? []));
  const locationIds = sentIds?.toSorted();
  const after: StoredStaffMember = {
    ...before,
    ...changes,
    location_ids: locationIds ?? before.location_ids,
  };
  const result = async (record: StoredStaffMember): Promise<StoredWithConflicts> => ({
    ...record,
    // This statement must run after the row is locked, so that it finds a user whom a concurrent request has linked to the
    // staff member.
    remaining_membership:
      changes.active === false ? await endMembershipOfStaff(tx, businessId, staffId, isOwner) : null,
    conflicts: await conflictsOf(tx, businessId, record, changes, now),
  });
  if (isDeepStrictEqual(after, before)) return result(before);

  tx.write(updateStaffRow, { ...after, business_id: businessId, id: staffId, updated_at: now });
  if (locationIds !== undefined) {
    const parent = { business_id: businessId, staff_id: staffId };
    tx.write(deleteStaffLocations, parent);
    tx.write(insertStaffLocations, { rows: locationIds.map((location_id) => ({ ...parent, location_id })) });
    tx.write(deleteHoursElsewhere, { businessId, staffId, locationIds });
    tx.write(deleteExceptionsElsewhere, { businessId, staffId, locationIds });
    tx.write(raiseHoursVersion, { businessId, staffId });
  }
  return result(await staffMemberRecord(tx, businessId, staffId));
}

/** The fields that booking transactions read. A transaction that changes one of these fields must lock the subject. */
const availabilityFields = ["active", "bookable", "location_ids"] as const;

/** Determines the affected appointments from the new values only, so that a repeated request gets the same response. */
async function conflictsOf(
  tx: Transaction,
  businessId: string,
  staffMember: StoredStaffMember,
  changes: StaffMemberChanges,
  now: number,
): Promise<AffectedAppointmentRecord[]> {
  const isGone = changes.active === false || changes.bookable === false;
  if (!isGone && changes.location_ids === undefined) return [];
  return affectedAppointments(
    tx,
    businessId,
    { staffId: staffMember.id },
    now,
    ({ location_id }) => isGone || !staffMember.location_ids.includes(location_id),
  );
}
