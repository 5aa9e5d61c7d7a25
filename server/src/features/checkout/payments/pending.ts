import { NIL_ID } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { listPendingRefunds } from "./refundStore.ts";
import { listPendingPayments } from "./store.ts";

export interface Pending {
  readonly businessId: string;
  readonly id: string;
  readonly createdAt: number;
}

const PAGE = 100;

/** Yields the pending payments that were created before an instant, of all businesses, oldest first. */
export function pendingPayments(reader: Reader, before: number): AsyncGenerator<Pending> {
  return walk(reader, listPendingPayments, before);
}

/** Yields the pending refunds that were created before an instant, of all businesses, oldest first. */
export function pendingRefunds(reader: Reader, before: number): AsyncGenerator<Pending> {
  return walk(reader, listPendingRefunds, before);
}

/** Each page starts after the last row of the previous page, so that a row that stays pending is yielded only once. */
async function* walk(
  reader: Reader,
  list: typeof listPendingPayments,
  before: number,
): AsyncGenerator<Pending> {
  let last: Pending = { businessId: NIL_ID, id: NIL_ID, createdAt: 0 };
  for (;;) {
    const after = { afterAt: last.createdAt, afterBusinessId: last.businessId, afterId: last.id };
    const rows = await reader.query(list, { ...after, beforeAt: before, limit: PAGE });
    for (const row of rows) {
      last = { businessId: row.business_id, id: row.id, createdAt: row.created_at };
      yield last;
    }
    if (rows.length < PAGE) return;
  }
}
