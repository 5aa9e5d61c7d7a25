import { NIL_ID } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { listPendingRefunds } from "./refundStore.ts";
import { listPendingPayments } from "./store.ts";

export type { PaymentRow } from "./store.ts";

/** Something a provider has still to tell the end of. */
export interface Pending {
  readonly businessId: string;
  readonly id: string;
  readonly createdAt: number;
}

const AT_A_TIME = 100;
/** Payments of every business that are open with a provider since before an instant, oldest first: for the worker. */
export function pendingPayments(reader: Reader, before: number): AsyncGenerator<Pending> {
  return walk(reader, listPendingPayments, before);
}

/** The same of refunds. */
export function pendingRefunds(reader: Reader, before: number): AsyncGenerator<Pending> {
  return walk(reader, listPendingRefunds, before);
}

/** By what was read last and not by what is left: what stays pending is passed once. */
async function* walk(
  reader: Reader,
  list: typeof listPendingPayments,
  before: number,
): AsyncGenerator<Pending> {
  let last: Pending = { businessId: NIL_ID, id: NIL_ID, createdAt: 0 };
  for (;;) {
    const { createdAt, businessId, id } = last;
    const values = [new Date(createdAt), businessId, id, new Date(before), AT_A_TIME];
    const rows = await reader.query(list, values);
    for (const row of rows) {
      last = { businessId: row.business_id, id: row.id, createdAt: row.created_at };
      yield last;
    }
    if (rows.length < AT_A_TIME) return;
  }
}
