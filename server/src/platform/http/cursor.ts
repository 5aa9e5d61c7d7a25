import { createHash } from "node:crypto";
import { invalid } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";

/**
 * Cursors are opaque and keyset-based: they hold the sort key of the last row given, and a fingerprint of the query
 * they came from, so that one taken to another list or filter is refused instead of skipping rows (contract §1).
 */
export function cursorAfter(
  query: Readonly<Record<string, unknown>>,
  key: readonly (string | number)[],
): string {
  return Buffer.from(JSON.stringify([fingerprint(query), ...key])).toString("base64url");
}

/** What a part of a sort key may be. A cursor is not signed: its parts are looked at before the database sees them. */
export type KeyPart = "integer" | "instant" | "text" | "id";

type KeyOf<Shape extends readonly KeyPart[]> = {
  -readonly [Index in keyof Shape]: Shape[Index] extends "text" | "id" ? string : number;
};

/** The sort key a cursor holds, or null without one. Throws 422 for a cursor that is malformed or of another query. */
export function keyOfCursor<const Shape extends readonly KeyPart[]>(
  query: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
  shape: Shape,
): KeyOf<Shape> | null {
  if (cursor === undefined) return null;
  const [print, ...key] = decoded(cursor);
  const isOurs =
    print === fingerprint(query) &&
    key.length === shape.length &&
    shape.every((kind, index) => isPart[kind](key[index]));
  if (!isOurs) throw invalid({ path: "/cursor", message: "is not a cursor of this query" });
  return key as KeyOf<Shape>;
}

/** How many items a page has unless somebody asks for fewer or more (contract §1). */
export const PAGE_SIZE = 50;

/**
 * Where a list by a moment and an id goes on, as its statement takes it: behind this row, or from its beginning (nulls).
 * Throws 422 as `keyOfCursor` does.
 */
export function keysOfCursor(
  query: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
): [Date, string] | [null, null] {
  const key = keyOfCursor(query, cursor, ["instant", "id"]);
  return key === null ? [null, null] : [new Date(key[0]), key[1]];
}

/**
 * The page of at most `limit` of these rows, of which one more was asked for: that one tells whether another page
 * follows. `keyOf` is what the list is sorted by.
 */
export function pageOf<Row, Item>(
  query: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
  itemOf: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(itemOf),
    next_cursor: last === undefined ? null : cursorAfter(query, keyOf(last)),
  };
}

const isPart: Readonly<Record<KeyPart, (part: unknown) => boolean>> = {
  integer: (part) => Number.isSafeInteger(part) && Math.abs(part as number) <= 2_147_483_647,
  instant: (part) => Number.isSafeInteger(part) && !Number.isNaN(new Date(part as number).getTime()),
  text: (part) => typeof part === "string" && !part.includes("\0") && part.isWellFormed(),
  id: (part) => typeof part === "string" && isId(part),
};

function decoded(cursor: string): unknown[] {
  const bytes = Buffer.from(cursor, "base64url");
  // Decoding skips what is not base64; a cursor with anything added to it is malformed all the same.
  if (bytes.toString("base64url") !== cursor) return [];
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return Array.isArray(value) ? value : [];
  } catch {
    // Not JSON: not a cursor. The caller is told so just as for a foreign one.
    return [];
  }
}

/** The query without its paging: the same filters in any order have the same print. */
function fingerprint(query: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => name !== "cursor" && name !== "limit" && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(filters)).digest("base64url").slice(0, 12);
}
