import type { Reader } from "../../../platform/database/index.ts";
import { offeredPage } from "./offered.ts";
import type { OffersQueryValues } from "./schema.ts";
import { listOfferRows, type OfferKind } from "./store.ts";
import type { Written } from "./writeOffer.ts";

/** A page of what is sold of a kind, newest first. Throws `validation_failed` for a foreign cursor. */
export function listOffers<Record>(
  reader: Reader,
  businessId: string,
  kind: OfferKind,
  recordOf: (offer: Written) => Record,
  query: OffersQueryValues,
): Promise<{ items: Record[]; next_cursor: string | null }> {
  const list = {
    name: kind,
    statement: listOfferRows,
    values: [kind],
    itemOf: (row: Written["row"], currency: string) => recordOf({ row, currency }),
  };
  return offeredPage(reader, businessId, list, query);
}
