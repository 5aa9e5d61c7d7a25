import type { Reader } from "../../../platform/database/index.ts";
import { findProducts, type ProductKind, type ProductRow } from "./store.ts";

/** A package, membership or gift card as the business sells it. */
export interface PrepaidProduct {
  readonly id: string;
  readonly kind: ProductKind;
  readonly name: string;
  readonly priceMinor: number;
  /** What it pays for; none: every service. Of a gift card always none. */
  readonly serviceIds: readonly string[];
  /** Units of a package, credits of each period of a membership, minor units on a gift card. */
  readonly total: number;
  readonly validMonths: number | null;
  readonly periodMonths: number | null;
  readonly periods: number | null;
  /** Not sold any more. */
  readonly archived: boolean;
}

/**
 * Those of the named offers that the business has, of whatever kind, by id; archived ones too, which a sale must not
 * start with but one that was open already may close with. Ids in lower case.
 */
export async function prepaidProducts(
  reader: Reader,
  businessId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PrepaidProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.query(findProducts, [businessId, ids]);
  return new Map(rows.map((row) => [row.id, productOf(row)]));
}

function productOf(row: ProductRow): PrepaidProduct {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    priceMinor: row.price_minor,
    serviceIds: row.service_ids,
    total: row.total,
    validMonths: row.valid_months,
    periodMonths: row.period_months,
    periods: row.periods,
    archived: row.archived_at !== null,
  };
}
