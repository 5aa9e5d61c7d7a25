import { taxesOf } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import { readSaleRow } from "./readSales.ts";
import { termsOfSale, writeSaleTaxes } from "./saleTaxes.ts";
import { retaxSaleRow, type SaleRow, updateLineAmounts } from "./store.ts";

/**
 * Computes the taxes of a locked open sale again after a unit was redeemed or refunded for some of its lines. A line that is paid with a
 * unit has no tax, because the package or membership was taxed when it was sold. If taxes are added to the prices, the total changes. Lines
 * without a tax rate do not change.
 */
export async function retaxSale(
  tx: Transaction,
  businessId: string,
  sale: SaleRow,
  change: {
    readonly lineIds: readonly string[];
    readonly redeemed: boolean;
    readonly now: number;
  },
): Promise<SaleRow> {
  const { lineIds, redeemed, now } = change;
  const changes = (line: SaleRow["lines"][number]) =>
    lineIds.includes(line.id) && line.tax_rate_id !== null && line.redeemed !== redeemed;
  if (!sale.lines.some(changes)) return sale;
  const lines = sale.lines.map((line) => (changes(line) ? { ...line, redeemed } : line));
  const terms = termsOfSale(sale);
  const taxes = taxesOf(
    lines.map((line) => ({
      priceMinor: Math.max(0, line.total_amount - line.discounted_amount),
      rateId: line.redeemed ? null : line.tax_rate_id,
    })),
    terms,
  );
  lines.forEach((line, index) => {
    const { id, discounted_amount } = line;
    const amounts = { discounted_amount, redeemed: line.redeemed, tax_amount: taxes.sharesMinor[index] ?? 0 };
    if (line.tax_rate_id !== null)
      tx.write(updateLineAmounts, { business_id: businessId, sale_id: sale.id, id, ...amounts });
  });
  writeSaleTaxes(tx, businessId, sale.id, terms, taxes.rates);
  const added = new Set(terms.filter(({ isIncluded }) => !isIncluded).map(({ id }) => id));
  const taxMinor = taxes.rates.reduce((sum, tax) => sum + (added.has(tax.rateId) ? tax.taxMinor : 0), 0);
  tx.write(retaxSaleRow, {
    business_id: businessId,
    id: sale.id,
    tax_amount: taxMinor,
    total_amount: sale.total_amount - sale.tax_amount + taxMinor,
    updated_at: now,
  });
  return readSaleRow(tx, businessId, sale.id);
}
