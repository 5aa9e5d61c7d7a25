import { type Discount, discountsOf } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { findApplied, findPromotion, type PromotionRow, type TermsRow } from "./store.ts";

/** The discount of a promotion, and the services and days to which it applies. */
export interface PromotionTerms {
  readonly promotionId: string;
  readonly name: string;
  /** The services to which the promotion applies. An empty list means all services. */
  readonly serviceIds: readonly string[];
  readonly discount: Discount;
  /**
   * The first and last local day on which the promotion applies, both inclusive. Null for no limit, and for the terms that were
   * copied to an appointment.
   */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
}

/** Returns the promotion of an appointment with the terms that were applied, or null if it has no promotion. */
export async function promotionOfAppointment(
  reader: Reader,
  businessId: string,
  appointmentId: string,
): Promise<PromotionTerms | null> {
  const [row] = await reader.query(findApplied, { businessId, appointmentId });
  if (row === undefined) return null;
  return { ...termsOf(row), promotionId: row.promotion_id, startsOn: null, endsOn: null };
}

/** Returns a promotion with its current terms, or null for an unknown or archived promotion. */
export async function promotionNamed(
  reader: Reader,
  businessId: string,
  promotionId: string,
): Promise<PromotionTerms | null> {
  const [row] = await reader.query(findPromotion, { businessId, id: promotionId.toLowerCase() });
  return row === undefined ? null : promotionOf(row);
}

/** A price that a promotion may discount. `serviceId` is null unless the price is for a service. */
export interface Priced {
  readonly serviceId: string | null;
  /** The unit price times the quantity, in minor units. */
  readonly amountMinor: number;
}

/**
 * Returns whether a promotion applies to a service. A null service id means a price without a service, to which no promotion
 * applies.
 */
export function isFor({ serviceIds }: Pick<PromotionTerms, "serviceIds">, serviceId: string | null): boolean {
  return serviceId !== null && (serviceIds.length === 0 || serviceIds.includes(serviceId));
}

/**
 * Returns the discount on each price in minor units, in the same order. The discount is 0 on a price to which the promotion
 * does not apply.
 */
export function discountsOn(
  terms: Pick<PromotionTerms, "discount" | "serviceIds">,
  priced: readonly Priced[],
): number[] {
  const prices = priced.map((one) => (isFor(terms, one.serviceId) ? one.amountMinor : 0));
  return discountsOf(terms.discount, prices);
}

export const UNKNOWN = "is not a promotion of this business";

/**
 * Returns the problems that prevent a promotion from applying to these services on this local day. Returns an empty list if the
 * promotion applies. `path` is the JSON pointer to the promotion in the request body.
 */
export function promotionProblems(
  terms: PromotionTerms | null,
  serviceIds: readonly (string | null)[],
  date: string,
  path = "/promotion_id",
): FieldProblem[] {
  if (terms === null) return [{ path, message: UNKNOWN }];
  if (terms.startsOn !== null && date < terms.startsOn)
    return [{ path, message: `is a promotion that is not valid before ${terms.startsOn}` }];
  if (terms.endsOn !== null && date > terms.endsOn)
    return [{ path, message: `is a promotion that is valid only until ${terms.endsOn}` }];
  return serviceIds.some((id) => isFor(terms, id))
    ? []
    : [{ path, message: "is a promotion that applies to none of the services" }];
}

export function promotionOf(row: PromotionRow): PromotionTerms {
  return { ...termsOf(row), promotionId: row.id, startsOn: row.starts_on, endsOn: row.ends_on };
}

export function termsOf(row: TermsRow): Pick<PromotionTerms, "name" | "serviceIds" | "discount"> {
  return { name: row.name, serviceIds: row.service_ids, discount: discountOf(row) };
}

/** Converts the columns of a promotion to its discount. Check constraints guarantee that the value for the kind is not null. */
function discountOf({ kind, percent, amount_minor }: TermsRow): Discount {
  return kind === "percent" ? { kind, percent: percent ?? 0 } : { kind, amountMinor: amount_minor ?? 0 };
}
