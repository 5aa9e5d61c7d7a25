import type { Transaction } from "../../../platform/database/index.ts";
import type { readSaleRow } from "../sales/index.ts";
import { paymentsOfSale } from "./insertPayments.ts";
import { isUnit, type PaymentRow } from "./paymentRow.ts";
import { type LineRefund, priceMinor } from "./refundLines.ts";
import { insertRefundTaxes, listRefundedTaxes } from "./refundStore.ts";

type SaleRow = Awaited<ReturnType<typeof readSaleRow>>;

/** The amounts of one tax that a refund returns, in minor units. */
interface Returned {
  readonly baseMinor: number;
  readonly taxMinor: number;
}

/**
 * Writes the taxes that a refund of a completed sale returns. If the refund names lines, it returns a proportional part of the taxes of
 * these lines. Otherwise it returns a part of all taxes, in proportion to the money paid for the sale. The refund after which no money
 * remains paid returns the rest of all taxes, so that rounding leaves no remainder. The sale must be locked, and the refund must already be
 * written.
 */
export async function recordRefundTaxes(
  tx: Transaction,
  businessId: string,
  sale: SaleRow,
  refund: {
    readonly refundId: string;
    readonly payment: Pick<PaymentRow, "method">;
    readonly amountMinor: number;
    readonly lines: readonly LineRefund[];
  },
): Promise<void> {
  // A service that was paid with a unit has no tax.
  if (sale.status !== "completed" || sale.taxes.length === 0 || isUnit(refund.payment.method)) return;
  const [before, payments] = await Promise.all([
    tx.query(listRefundedTaxes, { businessId, saleId: sale.id }),
    paymentsOfSale(tx, businessId, sale.id),
  ]);
  const money = payments.filter(({ method, status }) => !isUnit(method) && status !== "failed");
  const paidMinor = money.reduce((sum, { amount }) => sum + amount, 0);
  const returnedMinor = money.reduce((sum, one) => sum + one.refunded_amount + one.refunding_amount, 0);
  const isLast = returnedMinor >= paidMinor;
  const rows = sale.taxes.flatMap((tax) => {
    const gone = before.find((row) => row.tax_rate_id === tax.tax_rate_id);
    const left = {
      baseMinor: tax.base_amount - (gone?.base_amount ?? 0),
      taxMinor: tax.tax_amount - (gone?.tax_amount ?? 0),
    };
    const wanted = isLast ? left : partOf(tax, refund, paidMinor);
    const base_amount = Math.min(left.baseMinor, wanted.baseMinor);
    const tax_amount = Math.min(left.taxMinor, wanted.taxMinor);
    if (base_amount === 0 && tax_amount === 0) return [];
    const ids = { refund_id: refund.refundId, sale_id: sale.id, tax_rate_id: tax.tax_rate_id };
    return [{ business_id: businessId, ...ids, base_amount, tax_amount }];
  });
  if (rows.length > 0) tx.write(insertRefundTaxes, { rows });
}

function partOf(
  tax: SaleRow["taxes"][number],
  { amountMinor, lines }: { readonly amountMinor: number; readonly lines: readonly LineRefund[] },
  paidMinor: number,
): Returned {
  if (lines.length === 0)
    return {
      baseMinor: proportion(tax.base_amount, amountMinor, paidMinor),
      taxMinor: proportion(tax.tax_amount, amountMinor, paidMinor),
    };
  let baseMinor = 0;
  let taxMinor = 0;
  for (const { line, amountMinor: lineMinor, refundedMinor } of lines) {
    if (line.tax_rate_id !== tax.tax_rate_id || line.redeemed) continue;
    // Computes the difference between two rounded sums, so that all refunds of a line together return exactly its tax.
    const taxUntil = (minor: number) => proportion(line.tax_amount, minor, priceMinor(line));
    const lineTaxMinor = taxUntil(refundedMinor) - taxUntil(refundedMinor - lineMinor);
    taxMinor += lineTaxMinor;
    baseMinor += lineMinor - lineTaxMinor;
  }
  return { baseMinor, taxMinor };
}

/**
 * Computes `ofMinor × part ÷ whole`, rounded half up. Uses BigInt because the product can exceed the integers that a double
 * represents exactly.
 */
function proportion(ofMinor: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  return Number((2n * BigInt(ofMinor) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}
