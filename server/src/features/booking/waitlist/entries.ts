import type { OwnOnly } from "../../../kernel/caller.ts";
import { ApiError, type FieldProblem, invalid, notFound, refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { type IfMatch, isStale } from "../../../kernel/versions.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { isOwnClient, lockClientAgainstDeletion } from "../../clients/clients/index.ts";
import {
  assertCurrent,
  type LocationSnapshot,
  type SchedulingSnapshot,
} from "../../scheduling/snapshot/index.ts";
import { dropOffer } from "./endOffer.ts";
import { assertReplaceable, entryRecord, itemsOf, windowsOf } from "./entry.ts";
import { saveEntry } from "./saveEntry.ts";
import type {
  WaitlistEntryChangesValues,
  WaitlistEntryInputValues,
  WaitlistEntryRecord,
  WaitlistQueryValues,
} from "./schema.ts";
import { type EntryRow, findBooked, findEntry, insertEntry, listEntries, lockEntry } from "./store.ts";

/**
 * Returns a page of entries in the order of joining. Default `status`: waiting and offered. With `own`, returns only entries
 * that name the staff member. Throws `validation_failed` for a cursor of a different query, and if `to` is before `from`.
 */
export async function listWaitlist(
  reader: Reader,
  businessId: string,
  { limit = PAGE_SIZE, cursor, status = ["waiting", "offered"], ...filters }: WaitlistQueryValues,
  own: OwnOnly | null,
): Promise<{ items: WaitlistEntryRecord[]; next_cursor: string | null }> {
  const { from, to, location_id, client_id, service_id, staff_id } = filters;
  if (from !== undefined && to !== undefined && to < from)
    throw invalid({ path: "/to", message: "must not be before `from`" });
  const statuses = [...new Set(status)].sort();
  const query = { list: "waitlist", businessId, ...filters, statuses };
  const [afterAt, afterId] = keyOfCursor(query, cursor, ["instant", "id"]) ?? [null, null];
  const rows = await reader.query(listEntries, {
    businessId,
    locationId: location_id ?? null,
    clientId: client_id ?? null,
    serviceId: service_id ?? null,
    staffId: staff_id ?? null,
    statuses,
    fromOn: from ?? null,
    toOn: to ?? null,
    ownStaffId: own?.staffId ?? null,
    afterAt,
    afterId,
    limit: limit + 1,
  });
  return pageOf(query, rows, limit, (row) => [row.joined_at, row.id], entryRecord);
}

/** Returns one entry. Throws `not_found` for an unknown entry and, with `own`, for an entry that does not name the staff member. */
export async function getEntry(
  reader: Reader,
  businessId: string,
  id: string,
  own: OwnOnly | null,
): Promise<WaitlistEntryRecord> {
  const found = { business_id: businessId, id, ownStaffId: own?.staffId ?? null };
  const [row] = await reader.query(findEntry, found);
  if (row === undefined) throw notFound();
  return entryRecord(row);
}

/**
 * Adds a client to the waitlist on behalf of a user. With `isSilent`, the client gets no e-mail when the entry is about to
 * expire. Throws `validation_failed` for invalid input.
 */
export async function createEntry(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  input: WaitlistEntryInputValues,
  {
    own,
    now,
    isSilent = false,
  }: { readonly own: OwnOnly | null; readonly now: number; readonly isSilent?: boolean },
): Promise<WaitlistEntryRecord> {
  const { businessId } = snapshot;
  const clientId = input.client_id.toLowerCase();
  await assertCurrent(tx, snapshot);
  refuseIf(ownItemProblems(input.items, own));
  const isTheirs = own === null || (await isOwnClient(tx, businessId, clientId, own));
  if (!isTheirs || !(await lockClientAgainstDeletion(tx, businessId, clientId)))
    throw invalid({ path: "/client_id", message: "is not a client of this business" });
  const location = locationOf(snapshot, input.location_id);
  return insertNew(tx, snapshot, location, { ...input, clientId, source: "app", isSilent, now });
}

/** Inserts a new entry for a client whom the caller has locked. Throws `validation_failed` for invalid input. */
export async function insertNew(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  location: LocationSnapshot,
  entry: Omit<WaitlistEntryInputValues, "client_id" | "location_id"> & {
    /** Default: a new id. */
    readonly id?: string;
    readonly clientId: string;
    readonly source: "online" | "app" | "kiosk";
    readonly isSilent?: boolean;
    readonly language?: "en" | "de" | "fr" | "es";
    readonly now: number;
  },
): Promise<WaitlistEntryRecord> {
  const { businessId } = snapshot;
  const { clientId, source, now, min_notice_minutes = 120, priority = 0 } = entry;
  const items = itemsOf(snapshot, location, entry.items);
  const windows = windowsOf(location, entry.windows, now);
  const replaced = entry.replaces_appointment_id?.toLowerCase() ?? null;
  await assertReplaceable(tx, businessId, { id: replaced, items, clientId, now });
  const row: EntryRow = {
    id: entry.id ?? newId(),
    location_id: location.id,
    client_id: clientId,
    status: "waiting",
    items,
    ...windows,
    min_notice_minutes,
    replaces_appointment_id: replaced,
    note: entry.note || null,
    priority,
    source,
    joined_at: now,
    updated_at: now,
    version: 1,
    auto_book: entry.auto_book ?? false,
    language: entry.language ?? null,
    appointment_id: null,
    auto_booked_at: null,
    expired_offers: 0,
    reminded_at: entry.isSilent === true ? now : null,
  };
  tx.write(insertEntry, { business_id: businessId, ...row });
  return entryRecord({ ...row, offer: null, time_zone: location.zone.name });
}

/** The entry to change, and the version that the caller expects. */
export interface EntryChange {
  readonly id: string;
  readonly ifMatch: IfMatch;
  readonly own: OwnOnly | null;
  readonly now: number;
}

/**
 * Updates a waiting entry. Writes nothing if no value differs. `appointment_id` marks the entry as booked by staff and ends its
 * pending offer. Throws `not_found` for an unknown entry, `version_mismatch` if the entry has another version,
 * `invalid_transition` for an entry that is not waiting or, with `appointment_id`, neither waiting nor offered, and
 * `validation_failed` for invalid input.
 */
export async function updateWaiting(
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  changes: WaitlistEntryChangesValues,
  change: EntryChange,
): Promise<WaitlistEntryRecord> {
  const { businessId } = snapshot;
  await assertCurrent(tx, snapshot);
  const before = await locked(tx, businessId, change);
  const isBooking = changes.appointment_id != null;
  if (before.status !== "waiting" && !(isBooking && before.status === "offered"))
    throw new ApiError(
      "invalid_transition",
      `A waitlist entry with the status ${before.status} cannot be changed. The status must be waiting${isBooking ? " or offered" : ""}.`,
      {
        from: before.status,
        to: null,
        allowed: [],
      },
    );
  refuseIf(ownItemProblems(changes.items ?? [], change.own));
  const location = locationOf(snapshot, before.location_id, {
    path: "",
    message: "is not accepted while the location of the waitlist entry is inactive",
  });
  const { items, windows, note, replaces_appointment_id, appointment_id, ...plain } = changes;
  const wanted = items === undefined ? before.items : itemsOf(snapshot, location, items);
  const replaced =
    replaces_appointment_id === undefined
      ? before.replaces_appointment_id
      : (replaces_appointment_id?.toLowerCase() ?? null);
  if (replaces_appointment_id !== undefined || (items !== undefined && replaced !== null)) {
    const replacement = { id: replaced, items: wanted, clientId: before.client_id, now: change.now };
    await assertReplaceable(tx, businessId, replacement);
  }
  saveEntry(
    tx,
    businessId,
    before,
    {
      ...plain,
      ...(note === undefined ? {} : { note: note || null }),
      replaces_appointment_id: replaced,
      items: wanted,
      ...(windows === undefined ? {} : windowsOf(location, windows, change.now)),
      ...(isBooking ? await bookedBy(tx, businessId, before, appointment_id as string, change.now) : {}),
    },
    change.now,
  );
  return getEntry(tx, businessId, before.id, null);
}

/**
 * Returns the changes to an entry that staff have booked and withdraws its offer. Throws `validation_failed` for an appointment
 * that does not belong to the client or is cancelled or declined.
 */
async function bookedBy(
  tx: Transaction,
  businessId: string,
  entry: EntryRow,
  appointmentId: string,
  now: number,
): Promise<Pick<EntryRow, "status" | "appointment_id">> {
  const id = appointmentId.toLowerCase();
  const found = await tx.query(findBooked, { businessId, id, clientId: entry.client_id });
  if (found.length === 0)
    throw invalid({
      path: "/appointment_id",
      message: "is not an appointment of this client, or is cancelled or declined",
    });
  await dropOffer(tx, businessId, entry.id, now);
  return { status: "booked", appointment_id: id };
}

/**
 * Cancels a waiting or offered entry and its offer. Does not change an entry that has already ended. Throws `not_found` for an
 * unknown entry, and `version_mismatch` if the entry has another version.
 */
export async function cancelEntry(tx: Transaction, businessId: string, change: EntryChange): Promise<void> {
  const before = await locked(tx, businessId, change);
  if (before.status !== "waiting" && before.status !== "offered") return;
  await dropOffer(tx, businessId, before.id, change.now);
  saveEntry(tx, businessId, before, { status: "cancelled" }, change.now);
}

async function locked(
  tx: Transaction,
  businessId: string,
  { id, ifMatch, own }: EntryChange,
): Promise<EntryRow> {
  const [row] = await tx.query(lockEntry, { business_id: businessId, id, ownStaffId: own?.staffId ?? null });
  if (row === undefined) throw notFound();
  if (isStale(ifMatch, row.version))
    throw new ApiError(
      "version_mismatch",
      `The waitlist entry has changed since you read it. Read it again: the current version is ${row.version}.`,
      { version: row.version },
    );
  return row;
}

function locationOf(
  { locations }: SchedulingSnapshot,
  id: string,
  problem = { path: "/location_id", message: "is not an active location of this business" },
): LocationSnapshot {
  const location = locations.get(id.toLowerCase());
  if (location?.active === true) return location;
  throw invalid(problem);
}

/**
 * Returns a problem for each item that does not name the user's own staff member. Users with the role `staff` may only create entries
 * that they can see.
 */
function ownItemProblems(items: WaitlistEntryInputValues["items"], own: OwnOnly | null): FieldProblem[] {
  if (own === null) return [];
  return items.flatMap(({ staff_id }, index) =>
    staff_id?.toLowerCase() === own.staffId
      ? []
      : [{ path: `/items/${index}/staff_id`, message: "must be your own staff id" }],
  );
}
