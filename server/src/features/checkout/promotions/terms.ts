import { type Discount, discountsOf } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { findApplied, findPromotion, type PromotionRow, type TermsRow } from "./store.ts";

/** The discount of a promotion, and what it applies to. */
export interface PromotionTerms {
  readonly promotionId: string;
  readonly name: string;
  /** Empty for every service. */
  readonly serviceIds: readonly string[];
  readonly discount: Discount;
  /** Local days of appointments or sales, both included; null without a limit, and once applied. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
}

/** The promotion of an appointment with the terms it was applied with; null without one. */
export async function promotionOfAppointment(
  reader: Reader,
  businessId: string,
  appointmentId: string,
): Promise<PromotionTerms | null> {
  const [row] = await reader.query(findApplied, { businessId, appointmentId });
  if (row === undefined) return null;
  return { ...termsOf(row), promotionId: row.promotion_id, startsOn: null, endsOn: null };
}

/** A promotion with its current terms; null for an unknown or archived one. */
export async function promotionNamed(
  reader: Reader,
  businessId: string,
  promotionId: string,
): Promise<PromotionTerms | null> {
  const [row] = await reader.query(findPromotion, { businessId, id: promotionId.toLowerCase() });
  return row === undefined ? null : promotionOf(row);
}

/** A price to discount. `serviceId` is null for anything but a service. */
export interface Priced {
  readonly serviceId: string | null;
  /** Unit price times quantity. */
  readonly amountMinor: number;
}

/** Whether a promotion applies to a service; false for null, which is not a service. */
export function isFor({ serviceIds }: Pick<PromotionTerms, "serviceIds">, serviceId: string | null): boolean {
  return serviceId !== null && (serviceIds.length === 0 || serviceIds.includes(serviceId));
}

/** The discount on each price in minor units, in the same order; 0 where the promotion does not apply. */
export function discountsOn(
  terms: Pick<PromotionTerms, "discount" | "serviceIds">,
  priced: readonly Priced[],
): number[] {
  const prices = priced.map((one) => (isFor(terms, one.serviceId) ? one.amountMinor : 0));
  return discountsOf(terms.discount, prices);
}

export const UNKNOWN = "is not a promotion of this business";

/** Why a promotion does not apply to these services on this local day; empty if it does. `path` names it in the body. */
export function promotionProblems(
  terms: PromotionTerms | null,
  serviceIds: readonly (string | null)[],
  date: string,
  path = "/promotion_id",
): FieldProblem[] {
  if (terms === null) return [{ path, message: UNKNOWN }];
  if (terms.startsOn !== null && date < terms.startsOn)
    return [{ path, message: `is valid from ${terms.startsOn}` }];
  if (terms.endsOn !== null && date > terms.endsOn)
    return [{ path, message: `is valid until ${terms.endsOn}` }];
  return serviceIds.some((id) => isFor(terms, id))
    ? []
    : [{ path, message: "applies to none of the services" }];
}

export function promotionOf(row: PromotionRow): PromotionTerms {
  return { ...termsOf(row), promotionId: row.id, startsOn: row.starts_on, endsOn: row.ends_on };
}

export function termsOf(row: TermsRow): Pick<PromotionTerms, "name" | "serviceIds" | "discount"> {
  return { name: row.name, serviceIds: row.service_ids, discount: discountOf(row) };
}

/** A check constraint of both tables: a promotion has either of them. */
function discountOf({ kind, percent, amount_minor }: TermsRow): Discount {
  return kind === "percent" ? { kind, percent: percent ?? 0 } : { kind, amountMinor: amount_minor ?? 0 };
}
