import { dateOf } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import { hashOfToken, isLinkToken } from "../../../kernel/tokens.ts";
import { atBusiness } from "../../../platform/businessTime.ts";
import type { Context } from "../../../platform/context.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import { type EntryRow, listEntriesOfLocation, listEntriesOfStaffMember } from "./entryStore.ts";
import { type FeedShape, feedEnd, feedEntry, feedHeader } from "./feedText.ts";
import { findByToken, type OpenedFeed, recordRead } from "./store.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const PAST_DAYS = 30;
const FUTURE_DAYS = 180;
/** Maximum number of entries, which limits the response to about 4 MB, and corresponds to 47 appointments on each day of the feed. */
const MAX_ENTRIES = 10_000;
/** The number of entries that are written per turn of the fair scheduler. */
const ENTRIES_PER_PIECE = 250;

/** The title of entries, by language, for businesses whose webhook deliveries contain only ids and times. */
const NEUTRAL_TITLES: Readonly<Record<string, string>> = {
  en: "Appointment",
  de: "Termin",
  fr: "Rendez-vous",
  es: "Cita",
};

/**
 * Returns the calendar file of a feed. The file does not change during a day unless an appointment changes, so a calendar program that
 * sends the ETag gets a response with the status 304. Throws `not_found` for an unknown or revoked token, and if the subject of the feed is
 * no longer active.
 */
export async function readFeed(context: Context, address: () => string, fileName: string): Promise<string> {
  const token = fileName.replace(/\.ics$/, "");
  if (!isLinkToken(token)) throw notFound();
  const [feed] = await context.database.query(findByToken, { tokenHash: hashOfToken(token) });
  if (feed === undefined) throw notFound();
  return atBusiness(context, feed.business_id, () => write(context, address, feed));
}

async function write({ database, clock }: Context, address: () => string, feed: OpenedFeed): Promise<string> {
  const now = clock.now();
  const { business_id: businessId, id } = feed;
  return eventLoop.compute(businessId, async (run) => {
    const rows = await entriesOf(database, feed, now);
    if (feed.last_read_at === null || now - feed.last_read_at >= MINUTE)
      await database.query(recordRead, { businessId, id, now });
    const shape: FeedShape = {
      kind: feed.staff_id !== null ? "staff" : feed.resource_id !== null ? "resource" : "location",
      name: `${feed.name} – ${feed.business_name}`,
      color: feed.color,
      appUrl: `${address()}/app/${businessId}`,
      neutralTitle: feed.webhook_payload === "ids_only" ? neutralTitle(feed.locale) : null,
      changedAt: rows.reduce((latest, row) => Math.max(latest, row.updated_at), feed.created_at),
    };
    const parts = [feedHeader(shape)];
    for (let at = 0; at < rows.length; at += ENTRIES_PER_PIECE) {
      const piece = rows.slice(at, at + ENTRIES_PER_PIECE);
      parts.push(await run(() => piece.map((row) => feedEntry(row, shape)).join("")));
    }
    return [...parts, feedEnd()].join("");
  });
}

async function entriesOf(reader: Reader, feed: OpenedFeed, now: number): Promise<readonly EntryRow[]> {
  const today = Math.floor(now / DAY);
  const [from, until] = [today - PAST_DAYS, today + FUTURE_DAYS + 1];
  const window = {
    businessId: feed.business_id,
    fromAt: from * DAY,
    untilAt: until * DAY,
    endedSince: from * DAY,
    limit: MAX_ENTRIES,
  };
  if (feed.staff_id !== null) {
    const dates = { fromOn: dateOf(from - 1), untilOn: dateOf(until + 1) };
    return reader.query(listEntriesOfStaffMember, { ...window, ...dates, staffId: feed.staff_id });
  }
  const { location_id: locationId, resource_id: resourceId } = feed;
  return locationId === null
    ? []
    : reader.query(listEntriesOfLocation, { ...window, locationId, resourceId });
}

function neutralTitle(locale: string): string {
  return NEUTRAL_TITLES[locale.slice(0, 2)] ?? "Appointment";
}
