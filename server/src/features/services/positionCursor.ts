import { invalid } from "../../kernel/errors.ts";
import { isId } from "../../kernel/ids.ts";
import { cursorAfter, keyOfCursor } from "../../platform/http/cursor.ts";

type Filters = Readonly<Record<string, unknown>>;

/** Where a page of a list ordered by `position, id` begins: behind these two, or at the start with two nulls. Throws 422. */
export function positionAfter(filters: Filters, cursor: string | undefined): [number | null, string | null] {
  const key = keyOfCursor(filters, cursor, 2);
  if (key === null) return [null, null];
  const [position, id] = key;
  if (typeof position !== "number" || typeof id !== "string" || !isId(id))
    throw invalid({ path: "/cursor", message: "is not a cursor of this query" });
  return [position, id];
}

/** The page of at most `limit` of these rows, of which one more was asked for: it tells whether another page follows. */
export function pageOf<Row extends { readonly position: number; readonly id: string }, Item>(
  filters: Filters,
  rows: readonly Row[],
  limit: number,
  itemOf: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(itemOf),
    next_cursor: rows.length > limit && last ? cursorAfter(filters, [last.position, last.id]) : null,
  };
}
