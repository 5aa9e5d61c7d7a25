import { notFound } from "../../../kernel/errors.ts";
import type { Reader, Statement, Transaction } from "../../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { currencyOf } from "./currencyOf.ts";

/** One page of a list of what is offered (`offeredList`). Throws `validation_failed` for a cursor of another query. */
export async function offeredPage<Row extends { readonly id: string; readonly created_at: number }, Item>(
  reader: Reader,
  businessId: string,
  list: {
    readonly name: string;
    readonly statement: Statement<Row, readonly unknown[]>;
    /** What `also` is about. */
    readonly values?: readonly unknown[];
    readonly itemOf: (row: Row, currency: string) => Item;
  },
  { limit = PAGE_SIZE, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<{ items: Item[]; next_cursor: string | null }> {
  const { name, statement, values = [], itemOf } = list;
  const query = { list: name, businessId };
  const [rows, currency] = await Promise.all([
    reader.query(statement, [businessId, ...keysOfCursor(query, cursor), limit + 1, ...values]),
    currencyOf(reader, businessId),
  ]);
  return pageOf(
    query,
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row) => itemOf(row, currency),
  );
}

/** Ends something that is offered (`archiving`), for those who come from now on. Throws `not_found`. */
export async function archive(
  tx: Transaction,
  statement: Statement<{ readonly id: string }, readonly unknown[]>,
  ended: { readonly businessId: string; readonly id: string; readonly now: number },
  values: readonly unknown[] = [],
): Promise<{ id: string; deleted: true }> {
  const { businessId, id, now } = ended;
  const [archived] = await tx.query(statement, [businessId, id, new Date(now), ...values]);
  if (archived === undefined) throw notFound();
  return { id: archived.id, deleted: true };
}
