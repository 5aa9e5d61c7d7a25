import { invalid } from "../../../kernel/errors.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { restoreFromStock, returnToStock } from "../products/index.ts";
import { readSaleRow } from "../sales/index.ts";
import { restoreWithdrawn, withdrawLine } from "../wallet/index.ts";
import type { PaymentRow } from "./paymentRow.ts";
import { isPrepaid, type LineRefund, priceMinor } from "./refundLines.ts";
import { insertRefundLines, listRefundedLines } from "./refundStore.ts";

/** The id and time of a refund that is already inserted. */
interface InsertedRefund {
  readonly refundId: string;
  readonly now: number;
}

/**
 * Writes the lines of a refund, withdraws the entitlements that these lines issued, and returns products to the stock. Throws
 * `validation_failed` if the refund exceeds the unused units.
 */
export async function recordLineRefunds(
  tx: Transaction,
  businessId: string,
  saleId: string,
  refunds: readonly LineRefund[],
  { refundId, now }: InsertedRefund,
): Promise<void> {
  if (refunds.length === 0) return;
  const rows = refunds.map(({ line, quantity, amountMinor }) => ({
    business_id: businessId,
    refund_id: refundId,
    sale_id: saleId,
    sale_line_id: line.id,
    quantity,
    amount: amountMinor,
  }));
  tx.write(insertRefundLines, { rows });
  for (const [index, { line, refundedMinor }] of refunds.entries()) {
    if (!isPrepaid(line)) continue;
    const lineMinor = priceMinor(line);
    const refunded = { saleId, saleLineId: line.id, refundId, lineMinor, refundedMinor, now };
    const missing = await withdrawLine(tx, businessId, refunded);
    if (missing > 0) {
      const message = `is not accepted: the refund would withdraw ${missing} more than the unused balance of the ${line.kind.replace("_", " ")}`;
      throw invalid({ path: `/lines/${index}`, message });
    }
  }
  await returnToStock(tx, businessId, { saleId, refundId, unitsLeft: unitsLeft(refunds), now });
}

/**
 * Returns, by line id, the number of units that the client keeps. A unit counts as returned once its full price is refunded.
 */
function unitsLeft(refunds: readonly LineRefund[]): ReadonlyMap<string, number> {
  return new Map(
    refunds.map(({ line, refundedMinor }) => {
      const price = priceMinor(line);
      const returned = price === 0 ? 0 : Math.floor((refundedMinor * line.quantity) / price);
      return [line.id, line.quantity - returned];
    }),
  );
}

/**
 * Restores the entitlements that a failed refund had withdrawn, and removes from the stock the products that the refund had returned.
 * Entitlements remain withdrawn if other refunds have refunded their line in full or the sale is voided.
 */
export async function restoreEntitlements(
  tx: Transaction,
  businessId: string,
  { sale_id: saleId }: Pick<PaymentRow, "sale_id">,
  { refundId, now }: InsertedRefund,
): Promise<void> {
  if (saleId === null) return;
  await restoreFromStock(tx, businessId, { refundId, now });
  const [sale, rows] = await Promise.all([
    readSaleRow(tx, businessId, saleId),
    tx.query(listRefundedLines, { businessId, saleId }),
  ]);
  if (sale.status !== "completed" || !sale.lines.some(isPrepaid)) return;
  const refunded = new Map(rows.map((row) => [row.sale_line_id, row.amount]));
  const isRefunded = (line: (typeof sale.lines)[number]) =>
    priceMinor(line) > 0 && refunded.get(line.id) === priceMinor(line);
  const endedLineIds = new Set(sale.lines.filter(isRefunded).map(({ id }) => id));
  await restoreWithdrawn(tx, businessId, { saleId, refundId, endedLineIds, now });
}
