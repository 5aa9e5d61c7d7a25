import type { OwnOnly } from "../../../kernel/caller.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { assertClient } from "../clients/index.ts";
import { photoRecord } from "./photoRecord.ts";
import type { PhotoStorage } from "./photoStorage.ts";
import type { PhotoRecord } from "./schema.ts";
import * as store from "./store.ts";

/**
 * Lists the photos of a client by the time at which the photos were taken, newest first. Throws `not_found` for an unknown or
 * deleted client and, with `own`, for another staff member's client.
 */
export async function listPhotos(
  reader: Reader,
  storage: PhotoStorage,
  businessId: string,
  query: {
    readonly clientId: string;
    readonly limit?: number;
    readonly cursor?: string;
    readonly own: OwnOnly | null;
    readonly now: number;
  },
): Promise<{ items: PhotoRecord[]; next_cursor: string | null }> {
  const { clientId, own, limit = PAGE_SIZE, now } = query;
  const listing = { list: "photos", businessId, clientId };
  const [afterAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  await assertClient(reader, businessId, clientId, own);
  const page = { afterAt, afterId, limit: limit + 1 };
  const rows = await reader.query(store.listPhotos, { businessId, clientId, ...page });
  return pageOf(
    listing,
    rows,
    limit,
    (row) => [row.taken_at, row.id],
    (row) => photoRecord(storage, businessId, row, now),
  );
}
