import { ApiError } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { returnToStock } from "../products/index.ts";
import { withdrawIssued } from "../wallet/index.ts";
import { lockSale } from "./lockSale.ts";
import { readSaleRow } from "./readSales.ts";
import { saleRecord } from "./saleRecord.ts";
import type { SaleRecord } from "./schema.ts";
import { voidSaleRow } from "./store.ts";

/**
 * Voids a sale that has no payments or whose payments are all refunded. Withdraws the unused part of the entitlements that the sale issued,
 * and returns its products to the stock. The appointment of the sale keeps its status, and a new sale can be created for it. A sale that is
 * already voided is returned unchanged. Throws `not_found` for an unknown sale, and `invalid_transition` for a sale with payments that are
 * not refunded.
 */
export async function voidSale(
  tx: Transaction,
  businessId: string,
  { saleId, now }: { readonly saleId: string; readonly now: number },
): Promise<SaleRecord> {
  const [, row] = await Promise.all([lockSale(tx, businessId, saleId), readSaleRow(tx, businessId, saleId)]);
  if (row.status === "voided") return saleRecord(row);
  if (row.kept_amount > 0)
    throw new ApiError(
      "invalid_transition",
      "This sale has payments. Cancel the pending payments and refund the other payments first.",
      {
        from: row.status,
        to: "voided",
        allowed: row.status === "open" ? ["completed"] : [],
      },
    );
  const voided = { status: "voided", voided_at: now, updated_at: now } as const;
  tx.write(voidSaleRow, { business_id: businessId, id: saleId, ...voided });
  if (row.status === "completed") {
    await withdrawIssued(tx, businessId, { saleId, now });
    await returnToStock(tx, businessId, { saleId, refundId: null, now });
  }
  return saleRecord(await readSaleRow(tx, businessId, saleId));
}
