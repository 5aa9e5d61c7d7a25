import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import type { ServicePageRecord, ServicesQueryValues } from "./schema.ts";
import { recordOf } from "./serviceRecord.ts";
import { listServiceRows } from "./store.ts";

/**
 * Lists a page of the services by position and id (contract §8), without archived ones unless `active` includes them. Throws
 * `validation_failed` for a cursor of another list or filter.
 */
export async function listServices(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor, active = "true", ...ids }: ServicesQueryValues,
): Promise<ServicePageRecord> {
  const isActive = active === "all" ? null : active === "true" || active === "1";
  const filters = { list: "services", businessId, isActive, ...ids };
  const [afterPosition, afterId] = keyOfCursor(filters, cursor, ["integer", "id"]) ?? [null, null];
  const rows = await reader.query(listServiceRows, {
    businessId,
    afterPosition,
    afterId,
    categoryId: ids.category_id ?? null,
    locationId: ids.location_id ?? null,
    staffId: ids.staff_id ?? null,
    isActive,
    limit: limit + 1,
  });
  return pageOf(filters, rows, limit, (row) => [row.position, row.id], recordOf);
}
