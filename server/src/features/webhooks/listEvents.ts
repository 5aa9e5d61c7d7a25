import type { Caller } from "../../kernel/caller.ts";
import { invalid } from "../../kernel/errors.ts";
import { instantOf } from "../../kernel/instants.ts";
import type { Reader } from "../../platform/database/index.ts";
import { MAX_PAGE_BYTES, PAGE_SIZE } from "../../platform/http/cursor.ts";
import { type EventRange, MAX_SEQUENCE, positionOfRange, rangeOfCursor } from "./eventCursor.ts";
import { assertMayRead, EVENT_TYPES, readableEvents } from "./permission.ts";
import type { EventListing } from "./schema.ts";
import { findSequence, findSequenceSince, readEvents, readNewestEvents } from "./store.ts";

/**
 * Returns a page of the events of a business, ordered by sequence number, as the JSON text of the response's data. The bodies
 * are byte for byte the same as in deliveries. The relay assigns a number only after all transactions that could get a lower
 * number have ended, so a client that continues from a cursor receives each event exactly once. Throws `forbidden_role` for an
 * event type that the caller may not read, and `validation_failed` for an unknown event, for `since` together with `after`, and
 * for a cursor of another list.
 */
export async function listEvents(
  reader: Reader,
  request: {
    readonly businessId: string;
    readonly caller: Caller;
    readonly sealCursor: (position: string) => string;
  },
  query: EventListing,
): Promise<string> {
  const { businessId, caller, sealCursor } = request;
  assertMayRead(caller, query.type ?? []);
  const types = query.type ?? readableEvents(caller);
  const limit = query.limit ?? PAGE_SIZE;
  const isNewest = query.order === "newest";
  const range = rangeOfCursor(businessId, query) ?? (await firstRange(reader, businessId, query));
  const rows = await reader.query(isNewest ? readNewestEvents : readEvents, {
    businessId,
    afterSequence: range.after,
    beforeSequence: range.before,
    types,
    limit: limit + 1,
  });
  const shown = withinPage(rows.slice(0, limit));
  const last = shown.at(-1)?.sequence;
  const rest = last === undefined ? range : isNewest ? { ...range, before: last } : { ...range, after: last };
  const resume = sealCursor(positionOfRange(businessId, query, rest));
  const next = rows.length > shown.length ? resume : null;
  const items = shown.map(({ body }) => body).join();
  return `{"items":[${items}],"next_cursor":${JSON.stringify(next)},"resume_cursor":${JSON.stringify(resume)}}`;
}

/** Omits the events that exceed the maximum size of a page, but returns at least one event. */
function withinPage<Row extends { readonly body: string }>(rows: readonly Row[]): Row[] {
  let bytes = 0;
  return rows.filter(({ body }, index) => {
    bytes += Buffer.byteLength(body);
    return index === 0 || bytes <= MAX_PAGE_BYTES;
  });
}

/** Returns the range of a list without a cursor: all events, the events after the event `after`, or the events since the time `since`. */
async function firstRange(reader: Reader, businessId: string, query: EventListing): Promise<EventRange> {
  const { since, after } = query;
  if (since !== undefined && after !== undefined)
    throw invalid({ path: "/after", message: "is not accepted when `since` is set" });
  if (after !== undefined) {
    const [event] = await reader.query(findSequence, { businessId, eventId: after });
    if (event === undefined) throw invalid({ path: "/after", message: "is not an event of this business" });
    return { after: event.sequence, before: MAX_SEQUENCE };
  }
  if (since === undefined) return { after: 0, before: MAX_SEQUENCE };
  const [first] = await reader.query(findSequenceSince, { businessId, since: instantOf(since) });
  if (first !== undefined) return { after: first.sequence - 1, before: MAX_SEQUENCE };
  // All events are older than `since`, so the range contains only future events.
  const [newest] = await reader.query(readNewestEvents, {
    businessId,
    afterSequence: 0,
    beforeSequence: MAX_SEQUENCE,
    types: EVENT_TYPES,
    limit: 1,
  });
  return { after: newest?.sequence ?? 0, before: MAX_SEQUENCE };
}
