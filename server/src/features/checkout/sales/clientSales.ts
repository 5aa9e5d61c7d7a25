import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { saleRecord } from "./saleRecord.ts";
import type { SaleRecord } from "./schema.ts";
import { listSalesOfClient, moveSaleRows } from "./store.ts";

/** All sales to a client, oldest first, for the export of their data. */
export async function exportSales(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<SaleRecord[]> {
  return (await reader.query(listSalesOfClient, { businessId, clientId })).map(saleRecord);
}

/** Moves the sales of one client to the client they are merged into. Both must be locked. */
export function moveSales(tx: Transaction, businessId: string, fromId: string, toId: string): void {
  tx.write(moveSaleRows, { businessId, fromClientId: fromId, toClientId: toId });
}
