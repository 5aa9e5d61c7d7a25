import { refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { nullsOf, type Transaction } from "../../../platform/database/index.ts";
import { staff } from "../../../tables/business.ts";
import { createSubject } from "../../scheduling/calendar/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { locationIdProblems } from "../locations/index.ts";
import type { StaffMemberInput, StoredStaffMember } from "./schema.ts";
import { staffMemberRecord } from "./staffMemberRecord.ts";
import { insertStaff, insertStaffLocations, lastStaffPosition } from "./store.ts";

/**
 * Creates a staff member, at the end unless a position is given. The display name defaults to the first name. Clients cannot book the staff
 * member until `replaceStaffHours` sets working hours. Throws `validation_failed` for invalid input.
 */
export async function createStaffMember(
  tx: Transaction,
  businessId: string,
  wanted: StaffMemberInput,
  now: number,
): Promise<StoredStaffMember> {
  // The lock ensures that two staff members created concurrently get different positions.
  lockSettings(tx, businessId);
  const locationIds = wanted.location_ids.map((id) => id.toLowerCase());
  refuseIf(await locationIdProblems(tx, businessId, "/location_ids", locationIds));
  const [last] = await tx.query(lastStaffPosition, { businessId });
  const staffId = newId();
  await createSubject(tx, businessId, { id: staffId, kind: "staff", capacity: 1 });
  tx.write(insertStaff, {
    ...nullsOf(staff.columns),
    display_name: wanted.first_name,
    bookable: true,
    active: true,
    position: (last?.position ?? 0) + 1,
    ...wanted,
    business_id: businessId,
    id: staffId,
    created_at: now,
    updated_at: now,
  });
  tx.write(insertStaffLocations, {
    rows: locationIds.map((location_id) => ({ business_id: businessId, staff_id: staffId, location_id })),
  });
  return staffMemberRecord(tx, businessId, staffId);
}
