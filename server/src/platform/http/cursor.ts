import { createHash } from "node:crypto";
import { invalid } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";

/**
 * Makes an opaque keyset cursor: the sort key of the last row on the page, and a fingerprint of the query, so that a cursor
 * used with another list or filter is refused instead of skipping rows (contract §1).
 */
export function cursorAfter(
  query: Readonly<Record<string, unknown>>,
  key: readonly (string | number)[],
): string {
  return Buffer.from(JSON.stringify([fingerprint(query), ...key])).toString("base64url");
}

/** Types of the parts of a sort key. A cursor is not signed, so its parts are validated before they reach the database. */
export type KeyPart = "integer" | "instant" | "text" | "id";

type KeyOf<Shape extends readonly KeyPart[]> = {
  -readonly [Index in keyof Shape]: Shape[Index] extends "text" | "id" ? string : number;
};

/** The sort key of a cursor, or null without a cursor. Throws 422 for a malformed cursor and for one of another query. */
export function keyOfCursor<const Shape extends readonly KeyPart[]>(
  query: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
  shape: Shape,
): KeyOf<Shape> | null {
  if (cursor === undefined) return null;
  const [print, ...key] = decoded(cursor);
  const isValid =
    print === fingerprint(query) &&
    key.length === shape.length &&
    shape.every((kind, index) => isPart[kind](key[index]));
  if (!isValid) throw invalid({ path: "/cursor", message: "is not a cursor of this query" });
  return key as KeyOf<Shape>;
}

/** The default number of items of a page (contract §1). */
export const PAGE_SIZE = 50;

/** The JSON text that the items of a page may have, in bytes; a single item may have more. */
export const MAX_PAGE_BYTES = 4_000_000;

/**
 * The page with at most `limit` of these rows, fewer where their items would exceed `MAX_PAGE_BYTES`. The query must read one
 * row more: it shows whether another page follows. `keyOf` returns the sort key of a row.
 */
export function pageOf<Row, Item>(
  query: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
  itemOf: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    const item = itemOf(row);
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > MAX_PAGE_BYTES && items.length > 0) break;
    items.push(item);
  }
  const last = items.length < rows.length ? rows[items.length - 1] : undefined;
  return { items, next_cursor: last === undefined ? null : cursorAfter(query, keyOf(last)) };
}

const isPart: Readonly<Record<KeyPart, (part: unknown) => boolean>> = {
  integer: (part) => Number.isSafeInteger(part) && Math.abs(part as number) <= 2_147_483_647,
  instant: (part) => Number.isSafeInteger(part) && !Number.isNaN(new Date(part as number).getTime()),
  text: (part) => typeof part === "string" && !part.includes("\0") && part.isWellFormed(),
  id: (part) => typeof part === "string" && isId(part),
};

function decoded(cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, "base64url");
  // Node's decoder ignores invalid characters; a cursor that contains some is malformed.
  if (bytes.toString("base64url") !== cursor) return [];
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    // Not JSON: refused like a cursor of another query.
    return [];
  }
}

/** A hash of the query without paging: the same filters in any order have the same fingerprint. */
function fingerprint(query: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => name !== "cursor" && name !== "limit" && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(filters)).digest("base64url").slice(0, 12);
}
