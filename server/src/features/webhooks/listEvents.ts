import type { Caller } from "../../kernel/caller.ts";
import type { Reader } from "../../platform/database/index.ts";
import { cursorAfter, keyOfCursor, PAGE_SIZE } from "../../platform/http/cursor.ts";
import { assertMayRead, readableEvents } from "./permission.ts";
import type { EventListing } from "./schema.ts";
import { readEvents } from "./store.ts";

/**
 * A page of the events of a business by sequence number, as the JSON text of the answer's data: bodies are byte for byte those
 * that deliveries send. The relay assigns a number only after all transactions that could come before it have ended, so a
 * client that continues from a cursor gets each event exactly once. Throws `forbidden_role` for an event type that the
 * caller may not read.
 */
export async function listEvents(
  reader: Reader,
  request: { readonly businessId: string; readonly caller: Caller },
  query: EventListing,
): Promise<string> {
  const { businessId, caller } = request;
  assertMayRead(caller, query.type ?? []);
  const types = query.type ?? readableEvents(caller);
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "events", businessId };
  const [afterSequence] = keyOfCursor(listing, query.cursor, ["integer"]) ?? [0];
  const rows = await reader.query(readEvents, { businessId, afterSequence, types, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const resume = cursorAfter(listing, [shown.at(-1)?.sequence ?? afterSequence]);
  const next = rows.length > limit ? resume : null;
  const items = shown.map(({ body }) => body).join();
  return `{"items":[${items}],"next_cursor":${JSON.stringify(next)},"resume_cursor":${JSON.stringify(resume)}}`;
}
