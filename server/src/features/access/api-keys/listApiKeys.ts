import type { Reader } from "../../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
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
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "api_keys", businessId };
  const rows = await reader.query(listKeys, [businessId, ...keysOfCursor(listing, query.cursor), limit + 1]);
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], apiKeyRecord);
}
