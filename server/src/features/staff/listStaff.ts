import { invalid } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { Reader } from "../../platform/database/index.ts";
import { cursorAfter, keyOfCursor } from "../../platform/http/cursor.ts";
import type { StaffPageRecord, StaffQueryValues } from "./schema.ts";
import { recordOf } from "./staffRecord.ts";
import { listStaffRows } from "./store.ts";

/** A page of the team by position and id (contract §8); who has left only when asked for. Throws 422 for a foreign cursor. */
export async function listStaff(
  reader: Reader,
  businessId: string,
  { limit = 50, cursor, active = "true", location_id }: StaffQueryValues,
): Promise<StaffPageRecord> {
  const filters = { list: "staff", businessId, active, location_id };
  const [position, id] = keyOfCursor(filters, cursor, 2) ?? [null, null];
  if (cursor !== undefined && !(typeof position === "number" && typeof id === "string" && isId(id)))
    throw invalid({ path: "/cursor", message: "is not a cursor of this query" });
  const rows = await reader.query(listStaffRows, [
    businessId,
    position,
    id,
    location_id ?? null,
    active === "all" ? null : active === "true",
    limit + 1,
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(recordOf),
    next_cursor: rows.length > limit && last ? cursorAfter(filters, [last.position, last.id]) : null,
  };
}
