import { utcText } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { createProduct, type Product, updateProduct } from "./products.ts";
import type { ChangedPackage, NewPackage, PackageRecord } from "./schema.ts";

/** Creates a package: a number of units for a price. Throws `validation_failed` for invalid input. */
export async function createPackage(
  tx: Transaction,
  businessId: string,
  wanted: NewPackage,
  now: number,
): Promise<PackageRecord> {
  const starting = {
    description: null,
    valid_months: null,
    period_months: null,
    periods: null,
    tax_rate_id: null,
  };
  const terms = { ...starting, ...termsOf(wanted), ...requiredOf(wanted) };
  return packageRecord(
    await createProduct(tx, businessId, "package", { terms, money: { price: wanted.price } }, now),
  );
}

/** Updates a package for future sales. Throws the errors of `updateProduct`. */
export async function updatePackage(
  tx: Transaction,
  businessId: string,
  id: string,
  changes: ChangedPackage,
  now: number,
): Promise<PackageRecord> {
  const sent = { terms: termsOf(changes), money: { price: changes.price } };
  return packageRecord(await updateProduct(tx, businessId, "package", id, sent, now));
}

export function packageRecord({ row, currency }: Product): PackageRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    service_ids: row.service_ids,
    units: row.total,
    price: moneyOf(row.price_minor, currency),
    valid_months: row.valid_months,
    tax_rate_id: row.tax_rate_id,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

function requiredOf({ name, service_ids, units, price }: NewPackage) {
  return { name, service_ids, total: units, price_minor: price.amount };
}

/** Converts the fields of a request to terms. Absent fields stay absent, so their values do not change. */
function termsOf({ units, price, ...same }: ChangedPackage) {
  return {
    ...same,
    ...(units === undefined ? {} : { total: units }),
    ...(price === undefined ? {} : { price_minor: price.amount }),
  };
}
