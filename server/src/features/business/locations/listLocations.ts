import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { recordOf } from "./locationRecord.ts";
import type { LocationPageRecord, LocationsQueryValues } from "./schema.ts";
import { listLocationRows, nameKeyOf } from "./store.ts";

/**
 * Lists a page of the business's locations, including inactive ones, by name and id (contract §8). Throws `validation_failed`
 * for a cursor of another list.
 */
export async function listLocations(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor }: LocationsQueryValues,
): Promise<LocationPageRecord> {
  const query = { list: "locations", businessId };
  const [afterName, afterId] = keyOfCursor(query, cursor, ["text", "id"]) ?? [null, null];
  const rows = await reader.query(listLocationRows, { businessId, afterName, afterId, limit: limit + 1 });
  return pageOf(query, rows, limit, (row) => [nameKeyOf(row.name), row.id], recordOf);
}
