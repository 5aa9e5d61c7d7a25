import { dateOf, dayAt, dayOf, localText, startOfDay, utcText, type Zone, zoneNamed } from "@daybook/engine";
import { type FieldProblem, invalid, refuseIf } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { WaitlistItem, WaitlistWindow } from "../../../tables/booking.ts";
import { unassignedItemsOf } from "../../scheduling/availability/index.ts";
import type { LocationSnapshot, SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";
import type { WaitlistEntryInputValues, WaitlistEntryRecord } from "./schema.ts";
import { type EntryRow, findReplaceable, type OfferJson, type ReadRow } from "./store.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const MAX_DAYS_AHEAD = 366;

type SentItems = WaitlistEntryInputValues["items"];
type SentWindows = WaitlistEntryInputValues["windows"];

/** Converts items to their stored form. Throws `validation_failed` for services and staff that do not belong to the location. */
export function itemsOf(
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  sent: SentItems,
): WaitlistItem[] {
  const items = sent.map(({ service_id, staff_id = null }) => ({
    service_id: service_id.toLowerCase(),
    staff_id: staff_id === null ? null : staff_id.toLowerCase(),
  }));
  const requested = items.map((item) => ({ serviceId: item.service_id, staffId: item.staff_id ?? "any" }));
  const { problems } = unassignedItemsOf(
    snapshot,
    location,
    requested,
    (index, field) => `/items/${index}/${field}`,
  );
  refuseIf(problems);
  return items;
}

/**
 * Converts windows to their stored form and returns the end of the last window. Throws `validation_failed` for a window that is
 * empty, has passed, or ends more than 366 days from today.
 */
export function windowsOf(
  { zone }: LocationSnapshot,
  sent: SentWindows,
  now: number,
): { windows: WaitlistWindow[]; expires_on: string; expires_at: number } {
  const today = dayAt(zone, now);
  const problems: FieldProblem[] = [];
  const windows = sent.map((window, index) => {
    const { from, to, weekdays = EVERY_DAY, starts = "00:00", ends = "24:00" } = window;
    const [first = 0, last = 0] = [dayOf(from), dayOf(to)];
    const refuse = (field: string, message: string) =>
      problems.push({ path: `/windows/${index}/${field}`, message });
    if (last < first) refuse("to", "must not be before `from`");
    else if (last < today) refuse("to", "must not be in the past");
    else if (last > today + MAX_DAYS_AHEAD) refuse("to", `must be at most ${MAX_DAYS_AHEAD} days from today`);
    if (ends <= starts) refuse("ends", "must be after `starts`");
    return { from, to, weekdays: [...weekdays].sort(), starts, ends };
  });
  refuseIf(problems);
  const lastDay = Math.max(...windows.map(({ to }) => dayOf(to) ?? today));
  return { windows, expires_on: dateOf(lastDay), expires_at: startOfDay(zone, lastDay + 1) };
}

/**
 * Checks the appointment that an accepted offer would reschedule. Throws `validation_failed` unless the id is null, or the
 * appointment is open, has not started, belongs to the client and has the same services as the waitlist entry.
 */
export async function assertReplaceable(
  reader: Reader,
  businessId: string,
  {
    id,
    items,
    clientId,
    now,
  }: {
    readonly id: string | null;
    readonly items: readonly WaitlistItem[];
    readonly clientId: string;
    readonly now: number;
  },
): Promise<void> {
  if (id === null) return;
  const path = "/replaces_appointment_id";
  const [found] = await reader.query(findReplaceable, { businessId, id, clientId, now });
  if (found === undefined) throw invalid({ path, message: "is not an upcoming appointment of this client" });
  if (found.service_ids.join() !== items.map((item) => item.service_id).join())
    throw invalid({ path, message: "must have the same services as the waitlist entry, in the same order" });
}

/** Returns the fields that both staff and the client can read. */
export function commonFields(row: EntryRow) {
  const { id, status, items, windows, min_notice_minutes, replaces_appointment_id, note, expires_on } = row;
  return {
    id,
    status,
    items: items.map(({ service_id, staff_id }) => ({ service_id, staff_id })),
    windows: windows.map(({ from, to, weekdays, starts, ends }) => ({
      from,
      to,
      weekdays: [...weekdays],
      starts,
      ends,
    })),
    min_notice_minutes,
    auto_book: row.auto_book,
    replaces_appointment_id,
    note,
    joined_at: utcText(row.joined_at),
    expires_on,
  };
}

export function offerRecord(offer: OfferJson | null, zone: Zone) {
  if (offer === null) return null;
  const at = (seconds: number) => Math.round(seconds * 1_000);
  return {
    id: offer.id,
    starts_at: localText(zone, at(offer.starts)),
    ends_at: localText(zone, at(offer.ends)),
    items: offer.items.map(({ service_id, staff_id }) => ({ service_id, staff_id })),
    status: offer.status,
    expires_at: utcText(at(offer.expires)),
  };
}

/** Converts an entry to its API record for staff. */
export function entryRecord(row: ReadRow): WaitlistEntryRecord {
  const { client_id, location_id, appointment_id, priority, source, version, updated_at } = row;
  return {
    ...commonFields(row),
    client_id,
    location_id,
    offer: offerRecord(row.offer, zoneNamed(row.time_zone)),
    appointment_id,
    priority,
    source,
    updated_at: utcText(updated_at),
    version,
  };
}
