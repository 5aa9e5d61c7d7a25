import type { OwnOnly } from "../../../kernel/caller.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import { instantOf } from "../../../kernel/instants.ts";
import type { Reader, RowOf, ValuesOf } from "../../../platform/database/index.ts";
import { cursorAfter, type KeyPart, keyOfCursor, PAGE_SIZE } from "../../../platform/http/cursor.ts";
import { updateHorizon } from "../../../platform/updateTimes.ts";
import { clientRecords } from "./clientRecord.ts";
import { maskContacts, masksContacts } from "./contactMasking.ts";
import {
  type AfterName,
  type AfterUpdate,
  FURTHER,
  inOrderOfNames,
  inOrderOfUpdates,
  type ListStatements,
  type listedColumns,
  matchNames,
  NEARBY,
  type pageParams,
} from "./listStore.ts";
import type { ClientListQuery, ClientPageRecord } from "./schema.ts";
import { searchQueryOf } from "./searchQuery.ts";
import { searchVector } from "./searchWords.ts";

type ListedRow = RowOf<typeof listedColumns>;
type PageValues<After> = After & ValuesOf<typeof pageParams>;

/** A sort order of the list: its statements and its cursor, which contains the fields of `After` in the order of `key`. */
interface Order<After> {
  readonly statements: ListStatements<After>;
  readonly key: Readonly<Record<keyof After & string, KeyPart>>;
  readonly start: After;
  /** Returns the cursor key for continuing after `row`. `previous` is the key at which the row's page began. */
  after(row: ListedRow, previous: After): After;
}

const BY_NAME: Order<AfterName> = {
  statements: inOrderOfNames,
  key: { afterLastName: "text", afterFirstName: "text", afterId: "id" },
  start: { afterLastName: "", afterFirstName: "", afterId: NIL_ID },
  after: (row) => ({
    afterLastName: row.last_name_sort,
    afterFirstName: row.first_name_sort,
    afterId: row.id,
  }),
};

/**
 * Returns the sort order by update time. All pages end at `horizonAt`, which the first page sets. The caller gets changes after
 * `horizonAt` when it polls again.
 */
const byUpdate = (updatedSince: number, horizonAt: number): Order<AfterUpdate> => ({
  statements: inOrderOfUpdates,
  key: { afterUpdatedAt: "instant", afterId: "id", beforeUpdatedAt: "instant" },
  start: { afterUpdatedAt: updatedSince, afterId: NIL_ID, beforeUpdatedAt: horizonAt },
  after: (row, { beforeUpdatedAt }) => ({
    afterUpdatedAt: row.updated_at,
    afterId: row.id,
    beforeUpdatedAt,
  }),
});

/**
 * Returns one page of clients by last name (clients without one first), first name and id, or with `updated_since` by update time and id
 * (contract §8). With `own`, returns only the staff member's own clients. `now` (milliseconds) determines which appointments are upcoming.
 * Throws `validation_failed` for a cursor that belongs to other query parameters.
 */
export async function listClients(
  reader: Reader,
  businessId: string,
  listing: ClientListQuery,
  now: number,
  own: OwnOnly | null = null,
): Promise<ClientPageRecord> {
  const request = { businessId, listing, now, own };
  return listing.updated_since === undefined
    ? listInOrder(reader, BY_NAME, request)
    : listInOrder(reader, byUpdate(instantOf(listing.updated_since), await updateHorizon(reader)), request);
}

async function listInOrder<After extends object>(
  reader: Reader,
  order: Order<After>,
  request: {
    readonly businessId: string;
    readonly listing: ClientListQuery;
    readonly now: number;
    readonly own: OwnOnly | null;
  },
): Promise<ClientPageRecord> {
  const { businessId, listing, now, own } = request;
  const { q = "", limit = PAGE_SIZE } = listing;
  const after = afterCursor(order, listing);
  const isSearch = q.trim() !== "";
  const search = isSearch ? searchQueryOf(businessId, q) : null;
  // A search text without a letter or digit matches no client.
  if (isSearch && search === null) return { items: [], next_cursor: null };
  const isMasked = await masksContacts(reader, businessId, own);
  const page = { ...after, businessId, limit: limit + 1 };
  const rows =
    own === null
      ? await findRows(
          reader,
          order.statements,
          page,
          search === null ? null : { search, isShort: isShort(q) },
        )
      : isMasked && search !== null
        ? await findOwnByNames(reader, order, page, { ...own, search })
        : await reader.query(order.statements.own, { ...page, ...own, search });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const records = await clientRecords(reader, businessId, shown, now);
  return {
    items: isMasked ? records.map(maskContacts) : records,
    next_cursor: last === undefined ? null : cursorAfter(listing, Object.values(order.after(last, after))),
  };
}

function afterCursor<After extends object>(order: Order<After>, listing: ClientListQuery): After {
  const parts: [string, KeyPart][] = Object.entries(order.key);
  const key = keyOfCursor(
    listing,
    listing.cursor,
    parts.map(([, part]) => part),
  );
  if (key === null) return order.start;
  return Object.fromEntries(parts.map(([name], index) => [name, key[index]])) as After;
}

/**
 * Searches first among the next `NEARBY` clients of the list and, if these do not fill the page, among all clients. Before the
 * search among all clients, searches among the next `FURTHER` clients if the words are short or if many of the `NEARBY` clients
 * match, because the matches among the `FURTHER` clients will then probably fill the page. For a frequent word, a search among
 * all clients of a large business would read and sort about a hundred thousand rows. Short words need a separate rule, because
 * the next clients often have the same last name and then do not show how frequent a word is.
 */
async function findRows<After>(
  reader: Reader,
  { all, search: searchAll, searchNearby, searchFurther }: ListStatements<After>,
  page: PageValues<After>,
  searched: { readonly search: string; readonly isShort: boolean } | null,
): Promise<ListedRow[]> {
  if (searched === null) return reader.query(all, page);
  const values = { ...page, search: searched.search };
  if (searchNearby === null || searchFurther === null) return reader.query(searchAll, values);
  const nearby = await reader.query(searchNearby, values);
  if (nearby.length === page.limit) return nearby;
  if (searched.isShort || FURTHER * nearby.length > NEARBY * MARGIN * page.limit) {
    const further = await reader.query(searchFurther, values);
    if (further.length === page.limit) return further;
  }
  return reader.query(searchAll, values);
}

/**
 * Unless the search words are short, the search among the next `FURTHER` clients runs only if the expected number of matches
 * exceeds the size of the page by this factor.
 */
const MARGIN = 1.5;

/** Returns whether each word has at most two characters. Such a word is the prefix of a word of many clients. */
function isShort(q: string): boolean {
  return q.split(/\s+/).every((word) => word.length <= 2);
}

/** Number of rows per SQL query of `findOwnByNames`. */
const BATCH = 200;

/**
 * Searches by names only, for callers for whom contacts are masked: otherwise a caller could guess a phone number, and the result would
 * confirm it. The index contains both names and contacts, so the clients that the index finds are matched again by their names alone.
 */
async function findOwnByNames<After>(
  reader: Reader,
  order: Order<After>,
  page: PageValues<After>,
  filter: OwnOnly & { readonly search: string },
): Promise<ListedRow[]> {
  const { businessId, limit } = page;
  const found: ListedRow[] = [];
  for (let after: After = page; ; ) {
    const batch = await reader.query(order.statements.own, { ...after, ...filter, businessId, limit: BATCH });
    const names = batch.map((row) => ({
      id: row.id,
      search_words: searchVector(businessId, { ...row, email: null, phone_e164: null }),
    }));
    const matches = await reader.query(matchNames, { search: filter.search, names });
    const ids = new Set(matches.map(({ id }) => id));
    found.push(...batch.filter((row) => ids.has(row.id)));
    const last = batch.at(-1);
    if (found.length >= limit || batch.length < BATCH || last === undefined) return found.slice(0, limit);
    after = order.after(last, after);
  }
}
