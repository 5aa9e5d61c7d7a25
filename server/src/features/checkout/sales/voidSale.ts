import { ApiError } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { keptMinor, paymentsOfSale } from "../payments/index.ts";
import { withdrawIssued } from "../wallet/index.ts";
import { readSaleRow } from "./readSales.ts";
import { saleRecord } from "./saleRecord.ts";
import type { SaleRecord } from "./schema.ts";
import { lockSale, voidSaleRow } from "./store.ts";

/**
 * Makes a sale as if it had never been: only while nothing was paid, or once everything was given back. What it put into
 * wallets is taken back, as far as it was not used. Its visit stays as it is, and can be sold again. The same again is
 * answered as it is. Throws `not_found` and `invalid_transition`.
 */
export async function voidSale(
  tx: Transaction,
  businessId: string,
  { saleId, now }: { readonly saleId: string; readonly now: number },
): Promise<SaleRecord> {
  const [, row, payments] = await Promise.all([
    tx.query(lockSale, [businessId, saleId]),
    readSaleRow(tx, businessId, saleId),
    paymentsOfSale(tx, businessId, saleId),
  ]);
  if (row.status === "voided") return saleRecord(row);
  if (payments.some((payment) => keptMinor(payment) > 0))
    throw new ApiError("invalid_transition", "This sale has been paid: give everything back first.", {
      from: row.status,
      to: "voided",
      allowed: row.status === "open" ? ["completed"] : [],
    });
  tx.write(voidSaleRow, [businessId, saleId, new Date(now)]);
  if (row.status === "completed") await withdrawIssued(tx, businessId, { saleId, now });
  return saleRecord(await readSaleRow(tx, businessId, saleId));
}
