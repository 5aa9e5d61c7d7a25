import type { OwnOnly } from "../../kernel/caller.ts";
import { notFound } from "../../kernel/errors.ts";
import { NIL_ID } from "../../kernel/ids.ts";
import { LAST_INSTANT } from "../../kernel/instants.ts";
import type { Reader } from "../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../platform/http/cursor.ts";
import { windowOf } from "../../platform/http/window.ts";
import { saleRecord } from "./saleRecord.ts";
import type { SaleListing, SaleRecord } from "./schema.ts";
import { findSale, listSales, type SaleRow } from "./store.ts";

/** One sale as it is kept. Throws `not_found`, also for one of a visit that is not a staff member's own. */
export async function readSaleRow(
  reader: Reader,
  businessId: string,
  saleId: string,
  own: OwnOnly | null = null,
): Promise<SaleRow> {
  const [row] = await reader.query(findSale, [businessId, saleId, own?.staffId ?? null]);
  if (row === undefined) throw notFound();
  return row;
}

/** One page of the sales, newest first. Throws `validation_failed` for a cursor of another query. */
export async function salePage(
  reader: Reader,
  businessId: string,
  listing: SaleListing,
  own: OwnOnly | null,
): Promise<{ items: SaleRecord[]; next_cursor: string | null }> {
  const { fromAt, untilAt } = windowOf(listing);
  const query = { ...listing, list: "sales", businessId };
  const [createdAt, id] = keyOfCursor(query, listing.cursor, ["instant", "id"]) ?? [LAST_INSTANT + 1, NIL_ID];
  const limit = listing.limit ?? PAGE_SIZE;
  const rows = await reader.query(listSales, [
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
  return pageOf(query, rows, limit, (row) => [row.created_at, row.id], saleRecord);
}
