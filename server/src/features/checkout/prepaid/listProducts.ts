import type { Reader } from "../../../platform/database/index.ts";
import { offeredPage } from "./offered.ts";
import type { ProductsQueryValues } from "./schema.ts";
import { listProductRows, type ProductKind } from "./store.ts";
import type { Written } from "./writeProduct.ts";

/** A page of what is sold of a kind, newest first. Throws `validation_failed` for a foreign cursor. */
export function listProducts<Record>(
  reader: Reader,
  businessId: string,
  kind: ProductKind,
  recordOf: (offer: Written) => Record,
  query: ProductsQueryValues,
): Promise<{ items: Record[]; next_cursor: string | null }> {
  const list = {
    name: kind,
    statement: listProductRows,
    values: [kind],
    itemOf: (row: Written["row"], currency: string) => recordOf({ row, currency }),
  };
  return offeredPage(reader, businessId, list, query);
}
