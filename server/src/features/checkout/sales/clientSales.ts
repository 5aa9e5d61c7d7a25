import {
  EXPORT_PAGE_SIZE,
  inPages,
  type Reader,
  type Transaction,
} from "../../../platform/database/index.ts";
import { saleRecord } from "./saleRecord.ts";
import type { SaleRecord } from "./schema.ts";
import { listSalesOfClient, moveSaleRows, type SaleRow } from "./store.ts";

/** Yields all sales to a client for the export of the client's data, oldest first, in pages. */
export async function* exportSales(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<SaleRecord[]> {
  const pages = inPages((last: SaleRow | undefined) =>
    reader.query(listSalesOfClient, {
      businessId,
      clientId,
      afterAt: last?.created_at ?? null,
      afterId: last?.id ?? null,
      limit: EXPORT_PAGE_SIZE,
    }),
  );
  for await (const page of pages) yield page.map(saleRecord);
}

/** Moves the sales of one client to the client they are merged into. Both must be locked. */
export function moveSales(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(moveSaleRows, { businessId, fromClientId: fromId, toClientId: toId });
}
