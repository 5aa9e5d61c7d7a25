import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { apiKeyRecord } from "./apiKeyRecord.ts";
import type { ApiKeyRecord } from "./schema.ts";
import { listKeys } from "./store.ts";

export interface ApiKeyPage {
  readonly items: ApiKeyRecord[];
  readonly next_cursor: string | null;
}

/** Lists the keys of a business that are not revoked, newest first (contract §8). */
export async function listApiKeys(
  reader: Reader,
  businessId: string,
  query: { readonly limit?: number; readonly cursor?: string } = {},
): Promise<ApiKeyPage> {
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "api_keys", businessId };
  const [afterCreatedAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listKeys, { businessId, afterCreatedAt, afterId, limit: limit + 1 });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], apiKeyRecord);
}
