import { cursorAfter, keyOfCursor } from "../../platform/http/cursor.ts";
import type { CursorSeal } from "../../platform/http/cursorSeal.ts";
import type { EventListing } from "./schema.ts";

/** A part of the events of a business: between two sequence numbers, without them. */
export interface EventRange {
  readonly after: number;
  readonly before: number;
}

export const MAX_SEQUENCE = 2_147_483_647;

/** The operation that the cursors of events belong to. */
export const LIST_EVENTS = "listEvents";

/** The sealed cursor after an event in `GET …/events` without filters, as in the header `Service-Event-Cursor`. */
export function eventCursor(cursors: CursorSeal, businessId: string, sequence: number): string {
  const scope = { operationId: LIST_EVENTS, businessId };
  return cursors.seal(scope, cursorAfter(listingOf(businessId, {}), [sequence]));
}

/** The position of the page that follows an event in this direction, not yet sealed. */
export function positionOfRange(businessId: string, query: EventListing, range: EventRange): string {
  const key = query.order === "newest" ? [range.before, range.after] : [range.after];
  return cursorAfter(listingOf(businessId, query), key);
}

/** The range of a cursor; undefined without a cursor. Throws `validation_failed` for a cursor of another query. */
export function rangeOfCursor(businessId: string, query: EventListing): EventRange | undefined {
  const listing = listingOf(businessId, query);
  if (query.order === "newest") {
    const [before, after] = keyOfCursor(listing, query.cursor, ["integer", "integer"]) ?? [];
    return before === undefined || after === undefined ? undefined : { after, before };
  }
  const [after] = keyOfCursor(listing, query.cursor, ["integer"]) ?? [];
  return after === undefined ? undefined : { after, before: MAX_SEQUENCE };
}

/**
 * The query that a cursor is bound to. It does not include the start of the listing, because the cursor of a delivery
 * has none.
 */
function listingOf(businessId: string, { type, order }: EventListing) {
  return {
    list: "events",
    businessId,
    ...(type === undefined ? {} : { type }),
    ...(order === "newest" ? { order } : {}),
  };
}
