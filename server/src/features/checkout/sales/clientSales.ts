import { pagesOfClient, type Reader, type Transaction } from "../../../platform/database/index.ts";
import { saleRecord } from "./saleRecord.ts";
import type { SaleRecord } from "./schema.ts";
import { listSalesOfClient, moveSaleRows } from "./store.ts";

/** Yields all sales to a client for the export of the client's data, oldest first, in pages. */
export async function* exportSales(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<SaleRecord[]> {
  const pages = pagesOfClient(reader, listSalesOfClient, { businessId, clientId }, (row) => [
    row.created_at,
    row.id,
  ]);
  for await (const page of pages) yield page.map(saleRecord);
}

/** Moves the sales of a merged client to the remaining client. Both clients must be locked. */
export function moveSales(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(moveSaleRows, { businessId, fromClientId: fromId, toClientId: toId });
}
