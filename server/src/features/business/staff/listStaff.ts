import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import type { StaffPageRecord, StaffQueryValues } from "./schema.ts";
import { recordOf, withPhotoUrl } from "./staffMemberRecord.ts";
import { listStaffRows } from "./store.ts";

/**
 * Lists a page of the staff by position and id (contract §8), without inactive staff members unless `active` includes them.
 * `address` is the base URL of photos. Throws `validation_failed` for a cursor of another list or filter.
 */
export async function listStaff(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor, active = "true", location_id }: StaffQueryValues,
  address: string,
): Promise<StaffPageRecord> {
  const isActive = active === "all" ? null : active === "true" || active === "1";
  const filters = { list: "staff", businessId, isActive, location_id };
  const [afterPosition, afterId] = keyOfCursor(filters, cursor, ["integer", "id"]) ?? [null, null];
  const rows = await reader.query(listStaffRows, {
    businessId,
    afterPosition,
    afterId,
    locationId: location_id ?? null,
    isActive,
    limit: limit + 1,
  });
  return pageOf(
    filters,
    rows,
    limit,
    (row) => [row.position, row.id],
    (row) => withPhotoUrl(recordOf(row), businessId, address),
  );
}
