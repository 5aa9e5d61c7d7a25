import { utcOrNull, utcText } from "@daybook/engine";
import type { Static } from "typebox";
import { exactlyOneProblem, invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { API_PREFIX } from "../../../platform/http/route.ts";
import type { CalendarFeedInput, CalendarFeedRecord } from "./schema.ts";
import {
  deleteFeed,
  type FeedRow,
  findLocation,
  findResource,
  findStaffMember,
  insertFeed,
  listFeeds,
} from "./store.ts";

/** Lists the feeds of a business, newest first. */
export async function listCalendarFeeds(
  reader: Reader,
  businessId: string,
  query: { readonly limit?: number; readonly cursor?: string },
) {
  const limit = query.limit ?? PAGE_SIZE;
  const listing = { ...query, list: "calendar_feeds", businessId };
  const [afterCreatedAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listFeeds, { businessId, afterCreatedAt, afterId, limit: limit + 1 });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id], feedRecord);
}

/** Creates a feed. The returned URL contains the token, of which only the hash is stored. */
export async function createCalendarFeed(
  tx: Transaction,
  input: Static<typeof CalendarFeedInput>,
  options: { readonly businessId: string; readonly address: () => string; readonly now: number },
): Promise<CalendarFeedRecord & { readonly url: string }> {
  const { businessId, address, now } = options;
  const name = await nameOfSubject(tx, businessId, input);
  const token = newLinkToken();
  const row = {
    id: newId(),
    staff_id: input.staff_id?.toLowerCase() ?? null,
    location_id: input.location_id?.toLowerCase() ?? null,
    resource_id: input.resource_id?.toLowerCase() ?? null,
    created_at: now,
    updated_at: now,
  };
  tx.write(insertFeed, { ...row, business_id: businessId, token_sha256: hashOfToken(token) });
  const url = `${address()}${API_PREFIX}/public/calendar-feeds/${token}.ics`;
  return { ...feedRecord({ ...row, name, last_read_at: null }), url };
}

/** Deletes a feed. After the commit, the URL of the feed returns 404. Throws `not_found` for an unknown feed. */
export async function revokeCalendarFeed(
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  const [deleted] = await tx.query(deleteFeed, { businessId, id });
  if (deleted === undefined) throw notFound();
  return { id, deleted: true };
}

const FINDERS = {
  staff_id: [findStaffMember, "is not an active staff member of this business"],
  location_id: [findLocation, "is not an active location of this business"],
  resource_id: [findResource, "is not a resource of this business"],
} as const;

async function nameOfSubject(
  tx: Transaction,
  businessId: string,
  input: Static<typeof CalendarFeedInput>,
): Promise<string> {
  const fields = (["staff_id", "location_id", "resource_id"] as const).filter((name) => input[name] != null);
  const [field, ...others] = fields;
  if (field === undefined)
    throw invalid(exactlyOneProblem("staff_id", ["location_id", "resource_id"], { isSent: false }));
  if (others.length > 0) throw invalid(exactlyOneProblem(field, others, { isSent: true }));
  const [find, message] = FINDERS[field];
  const [found] = await tx.query(find, { businessId, id: input[field] as string });
  if (found === undefined) throw invalid({ path: `/${field}`, message });
  return found.name;
}

function feedRecord(row: FeedRow): CalendarFeedRecord {
  return {
    id: row.id,
    staff_id: row.staff_id,
    location_id: row.location_id,
    resource_id: row.resource_id,
    name: row.name,
    last_read_at: utcOrNull(row.last_read_at),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
