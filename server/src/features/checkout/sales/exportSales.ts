import type { Reader } from "../../../platform/database/index.ts";
import { saleRecord } from "./saleRecord.ts";
import type { SaleRecord } from "./schema.ts";
import { listSalesOfClient } from "./store.ts";

/** Everything that was sold to a client, oldest first: for whoever asks what is known of them. */
export async function exportSales(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<SaleRecord[]> {
  return (await reader.query(listSalesOfClient, [businessId, clientId])).map(saleRecord);
}
