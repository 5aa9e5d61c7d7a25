import type { Caller } from "../../kernel/caller.ts";
import type { Reader } from "../../platform/database/index.ts";
import { cursorAfter, keyOfCursor, PAGE_SIZE } from "../../platform/http/cursor.ts";
import { assertMayRead, readableEvents } from "./permission.ts";
import type { EventListing } from "./schema.ts";
import { readEvents } from "./store.ts";

/**
 * What happened in a business, in the order of its sequence numbers, as the JSON text of the answer's data: bodies are
 * given byte for byte as deliveries send them. A number is given once all transactions that could come before it are
 * over, so whoever goes on from a cursor misses nothing and is told nothing twice. Throws `forbidden_role` for a type
 * that the caller may not read.
 */
export async function replay(
  reader: Reader,
  asked: { readonly businessId: string; readonly caller: Caller },
  query: EventListing,
): Promise<string> {
  const { businessId, caller } = asked;
  assertMayRead(caller, query.type ?? []);
  const types = query.type ?? readableEvents(caller);
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "events", businessId };
  const [from] = keyOfCursor(listing, query.cursor, ["integer"]) ?? [0];
  const rows = await reader.query(readEvents, [businessId, from, types, limit + 1]);
  const shown = rows.slice(0, limit);
  const resume = cursorAfter(listing, [shown.at(-1)?.sequence ?? from]);
  const next = rows.length > limit ? resume : null;
  const items = shown.map(({ body }) => body).join();
  return `{"items":[${items}],"next_cursor":${JSON.stringify(next)},"resume_cursor":${JSON.stringify(resume)}}`;
}
