import type { Reader } from "../../platform/database/index.ts";
import { PAGE_SIZE, pageOf, placeOfCursor } from "../../platform/http/cursor.ts";
import type { OffersQueryValues } from "./schema.ts";
import { findCurrency, listOfferRows, type OfferKind } from "./store.ts";
import type { Written } from "./writeOffer.ts";

/** A page of what is sold of a kind, newest first. Throws 422 for a foreign cursor. */
export async function listOffers<Record>(
  reader: Reader,
  businessId: string,
  kind: OfferKind,
  recordOf: (offer: Written) => Record,
  { limit = PAGE_SIZE, cursor }: OffersQueryValues,
): Promise<{ items: Record[]; next_cursor: string | null }> {
  const query = { list: "prepaid", kind, businessId };
  const after = placeOfCursor(query, cursor);
  const [rows, [business]] = await Promise.all([
    reader.query(listOfferRows, [businessId, kind, ...after, limit + 1]),
    reader.query(findCurrency, [businessId]),
  ]);
  const currency = business?.currency ?? "";
  return pageOf(
    query,
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row) => recordOf({ row, currency }),
  );
}
