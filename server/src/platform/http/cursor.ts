import { createHash } from "node:crypto";
import { type ApiError, invalid } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";

/**
 * Returns the position at which the next page of a list begins: the sort key of the page's last row, and a fingerprint of the
 * query. The fingerprint makes the server reject a cursor with different filters instead of skipping rows (contract §1). The
 * server encrypts the position for its list and business before sending it (sealedPages.ts), and decrypts the cursor before a
 * route reads the position.
 */
export function cursorAfter(
  query: Readonly<Record<string, unknown>>,
  key: readonly (string | number)[],
): string {
  return [fingerprint(query), ...key].join(SEPARATOR);
}

/** Separates the parts of a position. PostgreSQL text cannot contain this character, so parts need no escaping. */
const SEPARATOR = "\0";

/** The types of the parts of a sort key. They are validated, because a cursor may come from an earlier release. */
export type KeyPart = "integer" | "instant" | "text" | "id";

type KeyOf<Shape extends readonly KeyPart[]> = {
  -readonly [Index in keyof Shape]: Shape[Index] extends "text" | "id" ? string : number;
};

/** Returns the sort key of a cursor; null without a cursor. Throws 422 for a malformed cursor and for a cursor of a different query. */
export function keyOfCursor<const Shape extends readonly KeyPart[]>(
  query: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
  shape: Shape,
): KeyOf<Shape> | null {
  if (cursor === undefined) return null;
  const [print, ...texts] = cursor.split(SEPARATOR);
  const key = shape.map((kind, index) => partOf[kind](texts[index] ?? ""));
  const isValid = print === fingerprint(query) && texts.length === shape.length && !key.includes(null);
  if (!isValid) throw refusedCursor();
  return key as KeyOf<Shape>;
}

/** Returns the error for a rejected cursor. It is the same for a malformed cursor and for a cursor of another query, list or business. */
export function refusedCursor(): ApiError {
  return invalid({
    path: "/cursor",
    message: "must be a cursor that this operation returned for the same parameters",
  });
}

/** The default number of items on a page (contract §1). */
export const PAGE_SIZE = 50;

/** Maximum size of the JSON of a page's items, in bytes. A single item may exceed this size. */
export const MAX_PAGE_BYTES = 2_000_000;

/**
 * Returns the page with at most `limit` of these rows, or fewer if their items would exceed `maxBytes`. The query must read one row more
 * than the limit, which shows whether another page follows. `keyOf` returns the sort key of a row.
 */
export function pageOf<Row, Item>(
  query: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
  itemOf: (row: Row) => Item,
  maxBytes: number = MAX_PAGE_BYTES,
): { items: Item[]; next_cursor: string | null } {
  const items: Item[] = [];
  const texts: string[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    const item = itemOf(row);
    const text = JSON.stringify(item);
    bytes += Buffer.byteLength(text);
    if (bytes > maxBytes && items.length > 0) break;
    items.push(item);
    texts.push(text);
  }
  const last = items.length < rows.length ? rows[items.length - 1] : undefined;
  writtenItems.set(items, texts);
  return { items, next_cursor: last === undefined ? null : cursorAfter(query, keyOf(last)) };
}

/** The JSON of each item, for lists that `pageOf` returned, so that large items are serialized only once. */
const writtenItems = new WeakMap<object, readonly string[]>();

/** Serializes the data of a response as JSON. */
export function dataJson(data: unknown): string {
  const { items, ...rest } = (data ?? {}) as { readonly items?: object };
  const texts = typeof items === "object" && items !== null ? writtenItems.get(items) : undefined;
  if (texts === undefined) return JSON.stringify(data);
  const others = Object.keys(rest).length === 0 ? "" : `,${JSON.stringify(rest).slice(1, -1)}`;
  return `{"items":[${texts.join(",")}]${others}}`;
}

/** Parses a part of a position; null if it has the wrong type. */
const partOf: Readonly<Record<KeyPart, (text: string) => string | number | null>> = {
  integer: (text) => numberIn(text, 2_147_483_647),
  instant: (text) => numberIn(text, 8_640_000_000_000_000),
  text: (text) => text,
  id: (text) => (isId(text) ? text : null),
};

function numberIn(text: string, max: number): number | null {
  const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(number) <= max ? number : null;
}

/** Returns a hash of the query without its paging parameters. The same filters in any order have the same fingerprint. */
function fingerprint(query: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => name !== "cursor" && name !== "limit" && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(filters)).digest("base64url").slice(0, 12);
}
