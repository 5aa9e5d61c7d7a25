import { invalid } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { Reader } from "../../platform/database/index.ts";
import { cursorAfter, keyOfCursor } from "../../platform/http/cursor.ts";
import { recordOf } from "./locationRecord.ts";
import type { LocationPageRecord, LocationsQueryValues } from "./schema.ts";
import { listLocationRows } from "./store.ts";

/** A page of the business's places, inactive ones included, by name and id (contract §8). Throws 422 for a foreign cursor. */
export async function listLocations(
  reader: Reader,
  businessId: string,
  { limit = 50, cursor }: LocationsQueryValues,
): Promise<LocationPageRecord> {
  const query = { list: "locations", businessId };
  const [name, id] = keyOfCursor(query, cursor, 2) ?? [null, null];
  if (cursor !== undefined && !(typeof name === "string" && typeof id === "string" && isId(id)))
    throw invalid({ path: "/cursor", message: "is not a cursor of this query" });
  const rows = await reader.query(listLocationRows, [businessId, name, id, limit + 1]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items: items.map(recordOf),
    next_cursor: rows.length > limit && last ? cursorAfter(query, [last.name, last.id]) : null,
  };
}
