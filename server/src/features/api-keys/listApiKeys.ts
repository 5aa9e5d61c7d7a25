import { invalid } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import type { Reader } from "../../platform/database/index.ts";
import { cursorAfter, keyOfCursor } from "../../platform/http/cursor.ts";
import { apiKeyRecord } from "./apiKeyRecord.ts";
import type { ApiKeyRecord } from "./schema.ts";
import { listKeys } from "./store.ts";

export interface ApiKeyPage {
  readonly items: ApiKeyRecord[];
  readonly next_cursor: string | null;
}

/** The keys of a business that work, newest first (contract §8); revoked ones have left the list. */
export async function listApiKeys(
  reader: Reader,
  businessId: string,
  query: { readonly limit?: number; readonly cursor?: string } = {},
): Promise<ApiKeyPage> {
  const limit = query.limit ?? 50;
  const rows = await reader.query(listKeys, [businessId, ...placeOf(query), limit + 1]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(apiKeyRecord),
    next_cursor:
      rows.length > limit && last !== undefined ? cursorAfter(query, [last.created_at, last.id]) : null,
  };
}

/** When the last key of the page before was made, and its id. A cursor can be forged, so its parts are looked at. */
function placeOf(query: { readonly cursor?: string }): [Date, string] | [null, null] {
  const key = keyOfCursor(query, query.cursor, 2);
  if (key === null) return [null, null];
  const [createdAt, id] = key;
  if (typeof createdAt !== "number" || typeof id !== "string" || !isId(id)) {
    throw invalid({ path: "/cursor", message: "is not a cursor of this query" });
  }
  return [new Date(createdAt), id];
}
