import type { TaxOfRate } from "@daybook/engine";
import type { Transaction } from "../../../platform/database/index.ts";
import type { TaxTerms } from "../../business/tax-rates/index.ts";
import { type SaleRow, writeTaxes } from "./store.ts";

/** Returns the tax rates of a sale with the terms that were copied when the sale was created or the rate was added. */
export function termsOfSale({ taxes }: SaleRow): TaxTerms[] {
  return taxes.map(({ tax_rate_id, name, percent_thousandths, included }) => ({
    id: tax_rate_id,
    name,
    thousandths: percent_thousandths,
    isIncluded: included,
  }));
}

/** Writes the taxes of a sale: one row per tax rate, in the order of `terms`. */
export function writeSaleTaxes(
  tx: Transaction,
  businessId: string,
  saleId: string,
  terms: readonly TaxTerms[],
  taxes: readonly TaxOfRate[],
): void {
  if (terms.length === 0) return;
  const ids = { business_id: businessId, sale_id: saleId };
  const rows = taxRows(terms, taxes).map((row, index) => ({ ...ids, position: index + 1, ...row }));
  tx.write(writeTaxes, { rows });
}

/** Combines the tax rates with their amounts. The amount is 0 for a rate that applies to no line. */
export function taxRows(terms: readonly TaxTerms[], taxes: readonly TaxOfRate[]): SaleRow["taxes"] {
  const amounts = new Map(taxes.map((tax) => [tax.rateId, tax]));
  return terms.map(({ id, name, thousandths, isIncluded }) => ({
    tax_rate_id: id,
    name,
    percent_thousandths: thousandths,
    included: isIncluded,
    base_amount: amounts.get(id)?.baseMinor ?? 0,
    tax_amount: amounts.get(id)?.taxMinor ?? 0,
  }));
}
