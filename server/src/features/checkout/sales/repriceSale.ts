import type { Transaction } from "../../../platform/database/index.ts";
import type { PromotionTerms } from "../promotions/index.ts";
import { readSaleRow } from "./readSales.ts";
import { termsOfSale, writeSaleTaxes } from "./saleTaxes.ts";
import {
  deleteLine,
  findSaleOfAppointment,
  insertLines,
  type LineRow,
  repriceSaleRow,
  type SaleRow,
  updateLineAmounts,
} from "./store.ts";
import { amountsOf, linesOfPromotion, totalsOf } from "./totals.ts";

/** Returns the id of an appointment's sale that is not voided, or undefined. The appointment must be locked. */
export async function saleOfAppointment(
  tx: Transaction,
  businessId: string,
  appointmentId: string,
): Promise<string | undefined> {
  const [found] = await tx.query(findSaleOfAppointment, { businessId, appointmentId, kind: "sale" });
  return found?.id;
}

/**
 * Computes and writes the totals of a locked open sale after its promotion changed or was removed. Lines keep their ids. Returns
 * undefined and writes nothing when the discount lines exceed the remaining amount.
 */
export async function repriceSale(
  tx: Transaction,
  businessId: string,
  sale: SaleRow,
  { promotion, now }: { readonly promotion: PromotionTerms | null; readonly now: number },
): Promise<SaleRow | undefined> {
  const { id: saleId } = sale;
  const lines = sale.lines.filter((line) => line.promotion_id === null);
  const terms = termsOfSale(sale);
  const totals = totalsOf(lines.map(totalled), promotion, sale.tip_amount, terms);
  if (totals === undefined) return undefined;
  for (const line of sale.lines)
    if (line.promotion_id !== null)
      tx.write(deleteLine, { business_id: businessId, sale_id: saleId, id: line.id });
  lines.forEach((line, index) => {
    const discounted_amount = totals.lines[index]?.discountedMinor ?? 0;
    const tax_amount = totals.lines[index]?.taxMinor ?? 0;
    if (discounted_amount === line.discounted_amount && tax_amount === line.tax_amount) return;
    const { id, redeemed } = line;
    const amounts = { discounted_amount, tax_amount, redeemed };
    tx.write(updateLineAmounts, { business_id: businessId, sale_id: saleId, id, ...amounts });
  });
  writeSaleTaxes(tx, businessId, saleId, terms, totals.taxes);
  const rows = linesOfPromotion(
    { businessId, saleId, position: Math.max(0, ...lines.map((line) => line.position)) + 1 },
    promotion,
    totals,
  );
  if (rows.length > 0) tx.write(insertLines, { rows });
  tx.write(repriceSaleRow, {
    business_id: businessId,
    id: saleId,
    promotion_id: promotion?.promotionId ?? null,
    ...amountsOf(totals),
    updated_at: now,
  });
  return readSaleRow(tx, businessId, saleId);
}

function totalled({ kind, quantity, unit_amount, service_id, tax_rate_id, redeemed }: LineRow) {
  const taxRateId = redeemed ? null : tax_rate_id;
  return { kind, quantity, unitMinor: Math.abs(unit_amount), serviceId: service_id, taxRateId };
}
