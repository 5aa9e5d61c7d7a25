import type { Reader } from "../../platform/database/index.ts";
import { keyOfCursor, pageOf } from "../../platform/http/cursor.ts";
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
  const listing = { ...query, list: "api_keys", businessId };
  const rows = await reader.query(listKeys, [businessId, ...placeOf(listing), limit + 1]);
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], apiKeyRecord);
}

/** When the last key of the page before was made, and its id. */
function placeOf(query: { readonly cursor?: string }): [Date, string] | [null, null] {
  const key = keyOfCursor(query, query.cursor, ["instant", "id"]);
  return key === null ? [null, null] : [new Date(key[0]), key[1]];
}
