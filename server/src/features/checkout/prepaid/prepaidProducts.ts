import type { Reader } from "../../../platform/database/index.ts";
import { findProducts, type ProductKind, type ProductRow } from "./store.ts";

/** A package, membership or gift card that the business sells. */
export interface PrepaidProduct {
  readonly id: string;
  readonly kind: ProductKind;
  readonly name: string;
  readonly priceMinor: number;
  /**
   * The services that the product can pay for. An empty list means all services, except for a gift card, whose list is always
   * empty.
   */
  readonly serviceIds: readonly string[];
  /** The units of a package, the credits per period of a membership, or the value of a gift card in minor units. */
  readonly total: number;
  readonly validMonths: number | null;
  readonly periodMonths: number | null;
  readonly periods: number | null;
  readonly taxRateId: string | null;
  /** Whether the product is archived and therefore no longer sold. */
  readonly archived: boolean;
}

/**
 * Returns the prepaid products with these ids, of any kind, by id. Includes archived products: a new sale must not contain them,
 * but an open sale that contains them may complete. The ids must be in lower case.
 */
export async function prepaidProducts(
  reader: Reader,
  businessId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PrepaidProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.query(findProducts, { businessId, ids });
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
    taxRateId: row.tax_rate_id,
    archived: row.archived_at !== null,
  };
}
