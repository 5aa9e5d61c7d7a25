import { escape as escapeText, foldLines } from "ical-generator";
import { initialsOf } from "../../../kernel/initials.ts";
import { colorName } from "./colorName.ts";
import type { EntryRow } from "./entryStore.ts";

/** The properties of a feed's calendar and the format of its entries. */
export interface FeedShape {
  /** The kind of the feed's subject. The entry ids contain this kind. */
  readonly kind: "staff" | "location" | "resource";
  readonly name: string;
  readonly color: string | null;
  /** The URL of the business in the app, for links of the calendar and its entries. */
  readonly appUrl: string;
  /** A fixed title for all entries; if null, the title of an entry contains the service and the client's initials. */
  readonly neutralTitle: string | null;
  readonly changedAt: number;
}

/** How often calendars should refresh the feed, as an RFC 5545 duration. */
const REFRESH = "PT15M";

/** Returns the first lines of a feed (RFC 5545, RFC 7986). */
export function feedHeader({ name, color, appUrl, changedAt }: FeedShape): string {
  return lines([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Daybook//Calendar feed//EN",
    "CALSCALE:GREGORIAN",
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    `COLOR:${colorName(color)}`,
    ...(color === null ? [] : [`X-APPLE-CALENDAR-COLOR:${color.toUpperCase()}`]),
    `URL:${appUrl}/calendar`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]);
}

/**
 * Returns the entry of an appointment. The UID contains the kind of feed, because entries of a staff member and of a location may have
 * different times and titles. DTSTAMP is the last change, as RFC 5545 defines it for files without METHOD, so that the file changes only
 * when its data changes.
 */
export function feedEntry(row: EntryRow, { kind, appUrl, neutralTitle }: FeedShape): string {
  return lines([
    "BEGIN:VEVENT",
    `UID:${row.id}.${kind}@daybook`,
    `SEQUENCE:${row.version}`,
    `DTSTAMP:${utc(row.updated_at)}`,
    `CREATED:${utc(row.created_at)}`,
    `LAST-MODIFIED:${utc(row.updated_at)}`,
    `DTSTART:${utc(row.starts_at)}`,
    `DTEND:${utc(row.ends_at)}`,
    `SUMMARY:${text(neutralTitle ?? titleOf(row))}`,
    `LOCATION:${text(row.location_name)}`,
    `STATUS:${statusOf(row)}`,
    "CLASS:PRIVATE",
    `URL:${appUrl}/calendar?open=${row.id}`,
    "END:VEVENT",
  ]);
}

export function feedEnd(): string {
  return lines(["END:VCALENDAR"]);
}

function titleOf({ services, first_name, last_name }: EntryRow): string {
  const initials = initialsOf(first_name, last_name);
  return initials === "" ? services.join(", ") : `${services.join(", ")} – ${initials}`;
}

function statusOf({ status }: EntryRow): string {
  if (status === "cancelled" || status === "declined") return "CANCELLED";
  return status === "requested" ? "TENTATIVE" : "CONFIRMED";
}

/** Escapes a text and removes control characters, which RFC 5545 does not allow. */
function text(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
  return escapeText(value.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ""), false);
}

/** Returns an instant as a date-time of RFC 5545 in UTC, such as 20270329T070000Z. */
function utc(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
}

/** Folds lines after 75 octets and ends every line with CRLF. */
function lines(content: readonly string[]): string {
  return foldLines(`${content.join("\r\n")}\r\n`);
}
