import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import { parseInstant } from "../../../kernel/instants.ts";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import { cursorAfter, type KeyPart, keyOfCursor, PAGE_SIZE } from "../../../platform/http/cursor.ts";
import { clientRecords } from "./clientRecord.ts";
import { maskContacts, masksContacts } from "./contactMasking.ts";
import type { ClientListing, ClientPageRecord, ClientRecord } from "./schema.ts";
import { searchQueryOf } from "./searchQuery.ts";
import { searchWordsOf } from "./searchWords.ts";
import {
  findClient,
  isOwn,
  listByName,
  listByUpdate,
  type listedColumns,
  listOwnByName,
  listOwnByUpdate,
  matchNames,
  searchByName,
  searchByUpdate,
  searchNearby,
} from "./store.ts";

/** One client; throws `not_found` for an unknown, foreign or deleted one. `now` says which visits are to come. */
export async function readClient(
  reader: Reader,
  businessId: string,
  clientId: string,
  now: number,
  own: OwnOnly | null = null,
): Promise<ClientRecord> {
  await assertOwnClient(reader, businessId, clientId, own);
  const [rows, isHidden] = await Promise.all([
    reader.query(findClient, [businessId, clientId]),
    masksContacts(reader, businessId, own),
  ]);
  const [record] = await clientRecords(reader, businessId, rows, now);
  if (record === undefined) throw notFound();
  return isHidden ? maskContacts(record) : record;
}

/** Throws `not_found` for an unknown, foreign or deleted client, and for one who is none of a staff member's own. */
export async function assertClient(
  reader: Reader,
  businessId: string,
  clientId: string,
  own: OwnOnly | null,
): Promise<void> {
  await assertOwnClient(reader, businessId, clientId, own);
  if ((await reader.query(findClient, [businessId, clientId])).length === 0) throw notFound();
}

/** Throws `not_found` for a client who is none of a staff member's own; whoever is not limited passes (null). */
export async function assertOwnClient(
  reader: Reader,
  businessId: string,
  clientId: string,
  own: OwnOnly | null,
): Promise<void> {
  if (own !== null && !(await isOwnClient(reader, businessId, clientId, own))) throw notFound();
}

/** Whether a staff member wrote this client down, or has or had a visit with them (contract §2). */
export async function isOwnClient(
  reader: Reader,
  businessId: string,
  clientId: string,
  own: OwnOnly,
): Promise<boolean> {
  const [answer] = await reader.query(isOwn, [businessId, clientId, own.userId, own.staffId]);
  return answer?.own === true;
}

/**
 * One page of the clients: by last name (those without one first), first name and id, or with `updated_since` by
 * update and id (contract §8). Throws `validation_failed` for a cursor that is not of this query.
 */
export async function listClients(
  reader: Reader,
  businessId: string,
  listing: ClientListing,
  now: number,
  own: OwnOnly | null = null,
): Promise<ClientPageRecord> {
  const limit = listing.limit ?? PAGE_SIZE;
  const search = searchOf(businessId, listing.q);
  const order = listing.updated_since === undefined ? BY_NAME : byUpdate(listing.updated_since);
  const place = placeOf(listing, order);
  // Words were typed, but none that anybody could be found by.
  if (search === null) return { items: [], next_cursor: null };
  const values = [businessId, ...order.values(place), limit + 1];
  const isHidden = await masksContacts(reader, businessId, own);
  const rows =
    own !== null
      ? isHidden && search !== undefined
        ? await foundByName(reader, businessId, order, place, { search, own, limit })
        : await reader.query(order.listOwn, [...values, search ?? null, own.userId, own.staffId])
      : search === undefined
        ? await reader.query(order.list, values)
        : await found(reader, order, [...values, search], limit);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const records = await clientRecords(reader, businessId, shown, now);
  return {
    items: isHidden ? records.map(maskContacts) : records,
    next_cursor: rows.length > limit && last !== undefined ? cursorAfter(listing, order.placeOf(last)) : null,
  };
}

/** One row more than the page, if there are so many: nearby where the words are common, else through their index. */
async function found(
  reader: Reader,
  order: Order,
  values: readonly unknown[],
  limit: number,
): Promise<ListedRow[]> {
  const nearby = order.nearby === null ? [] : await reader.query(order.nearby, values);
  return nearby.length > limit ? nearby : reader.query(order.search, values);
}

/** Read at a time, of those that may match. */
const BATCH = 200;

/**
 * As `listOwn`, for somebody who does not see contacts: what is not shown is not found by either, or a guessed number
 * would be confirmed by who is found. The index knows names and contacts together, so those it finds are looked at once
 * more, by their names alone; one's own clients are thousands at most.
 */
async function foundByName(
  reader: Reader,
  businessId: string,
  order: Order,
  start: Place,
  { search, own, limit }: { readonly search: string; readonly own: OwnOnly; readonly limit: number },
): Promise<ListedRow[]> {
  const rows: ListedRow[] = [];
  let place = start;
  for (;;) {
    const values = [businessId, ...order.values(place), BATCH, search, own.userId, own.staffId];
    const batch = await reader.query(order.listOwn, values);
    const names = batch.map((row) => ({ id: row.id, words: namesOf(businessId, row) }));
    const matches = await reader.query(matchNames, [JSON.stringify(names), search]);
    const ids = new Set(matches.map(({ id }) => id));
    rows.push(...batch.filter((row) => ids.has(row.id)));
    const last = batch.at(-1);
    if (rows.length > limit || batch.length < BATCH || last === undefined) return rows.slice(0, limit + 1);
    place = order.placeOf(last);
  }
}

function namesOf(businessId: string, row: ListedRow): string[] {
  const names = { firstName: row.first_name, lastName: row.last_name };
  return searchWordsOf(businessId, { ...names, email: null, phoneE164: null });
}

type Place = readonly (string | number)[];
type ListedRow = RowOf<typeof listedColumns>;

/** An order of the list: its statements, and how the place of a row in it is written into a cursor. */
interface Order {
  readonly list: typeof listByName;
  readonly nearby: typeof searchNearby | null;
  readonly search: typeof searchByName;
  /** Of a staff member's own clients, with or without a search. */
  readonly listOwn: typeof listOwnByName;
  /** Before the first row. */
  readonly start: Place;
  readonly key: readonly KeyPart[];
  placeOf(row: ListedRow): Place;
  /** The place as the statements take it. */
  values(place: Place): unknown[];
}

const BY_NAME: Order = {
  list: listByName,
  nearby: searchNearby,
  search: searchByName,
  listOwn: listOwnByName,
  start: ["", "", NIL_ID],
  key: ["text", "text", "id"],
  placeOf: (row) => [row.last_name_sort, row.first_name_sort, row.id],
  values: (place) => [...place],
};

function byUpdate(updatedSince: string): Order {
  return {
    list: listByUpdate,
    nearby: null,
    search: searchByUpdate,
    listOwn: listOwnByUpdate,
    start: [parseInstant(updatedSince) ?? 0, NIL_ID],
    key: ["instant", "id"],
    placeOf: (row) => [row.updated_at, row.id],
    values: ([at, id]) => [new Date(Number(at)), id],
  };
}

/** Where the page begins. */
function placeOf(listing: ClientListing, order: Order): Place {
  return keyOfCursor(listing, listing.cursor, order.key) ?? order.start;
}

/** Undefined for no search at all, null for one that nobody can match. */
function searchOf(businessId: string, typed: string | undefined): string | null | undefined {
  return typed === undefined || typed.trim() === "" ? undefined : searchQueryOf(businessId, typed);
}
