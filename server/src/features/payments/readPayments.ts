import type { OwnOnly } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import { NIL_ID } from "../../kernel/ids.ts";
import { LAST_INSTANT } from "../../kernel/instants.ts";
import type { Reader } from "../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../platform/http/cursor.ts";
import { windowOf } from "../../platform/http/window.ts";
import { paymentRecord } from "./paymentRecord.ts";
import type { PaymentListing, PaymentRecord } from "./schema.ts";
import { findPayment, listPayments } from "./store.ts";

/** One payment. Throws `not_found`, also for one of a visit that is not a staff member's own. */
export async function readPayment(
  reader: Reader,
  businessId: string,
  paymentId: string,
  own: OwnOnly | null = null,
): Promise<PaymentRecord> {
  const [row] = await reader.query(findPayment, [businessId, paymentId, own?.staffId ?? null]);
  if (row === undefined) throw notFound();
  return paymentRecord(row);
}

/** One page of the payments, newest first (contract §8). Throws `validation_failed` for a cursor of another query. */
export async function paymentPage(
  reader: Reader,
  businessId: string,
  listing: PaymentListing,
  own: OwnOnly | null,
): Promise<{ items: PaymentRecord[]; next_cursor: string | null }> {
  const { fromAt, untilAt } = windowOf(listing);
  const query = { ...listing, list: "payments", businessId };
  const [createdAt, id] = keyOfCursor(query, listing.cursor, ["instant", "id"]) ?? [LAST_INSTANT + 1, NIL_ID];
  const limit = listing.limit ?? PAGE_SIZE;
  const rows = await reader.query(listPayments, [
    businessId,
    new Date(createdAt),
    id,
    fromAt === null ? null : new Date(fromAt),
    untilAt === null ? null : new Date(untilAt),
    listing.client_id ?? null,
    listing.appointment_id ?? null,
    listing.location_id ?? null,
    listing.status ?? null,
    own?.staffId ?? null,
    limit + 1,
  ]);
  return pageOf(query, rows, limit, (row) => [row.created_at, row.id], paymentRecord);
}
