import { cursorAfter, keyOfCursor } from "../../platform/http/cursor.ts";
import type { CursorSeal } from "../../platform/http/cursorSeal.ts";
import type { EventListing } from "./schema.ts";

/** A range of the events of a business between two sequence numbers, both exclusive. */
export interface EventRange {
  readonly after: number;
  readonly before: number;
}

export const MAX_SEQUENCE = 2_147_483_647;

/** The id of the operation to which event cursors belong. */
export const LIST_EVENTS = "listEvents";

/**
 * Returns the encrypted cursor with which an unfiltered `GET …/events` continues after an event. Deliveries contain this cursor in the
 * header `Service-Event-Cursor`.
 */
export function eventCursor(cursors: CursorSeal, businessId: string, sequence: number): string {
  const scope = { operationId: LIST_EVENTS, businessId };
  return cursors.seal(scope, cursorAfter(listingOf(businessId, {}), [sequence]));
}

/** Returns the unencrypted cursor for the rest of a range in the direction of the list. */
export function positionOfRange(businessId: string, query: EventListing, range: EventRange): string {
  const key = query.order === "newest" ? [range.before, range.after] : [range.after];
  return cursorAfter(listingOf(businessId, query), key);
}

/** Returns the range of a cursor; undefined without a cursor. Throws `validation_failed` for a cursor of another list or filter. */
export function rangeOfCursor(businessId: string, query: EventListing): EventRange | undefined {
  const listing = listingOf(businessId, query);
  if (query.order === "newest") {
    const [before, after] = keyOfCursor(listing, query.cursor, ["integer", "integer"]) ?? [];
    return before === undefined || after === undefined ? undefined : { after, before };
  }
  const [after] = keyOfCursor(listing, query.cursor, ["integer"]) ?? [];
  return after === undefined ? undefined : { after, before: MAX_SEQUENCE };
}

/** Returns the parameters to which a cursor is bound. They exclude `since` and `after`, because a delivery creates its cursor without them. */
function listingOf(businessId: string, { type, order }: EventListing) {
  return {
    list: "events",
    businessId,
    ...(type === undefined ? {} : { type }),
    ...(order === "newest" ? { order } : {}),
  };
}
