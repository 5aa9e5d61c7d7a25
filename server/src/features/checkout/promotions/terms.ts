import { type Discount, discountsOf } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { findApplied, findPromotion, type PromotionRow, type TermsRow } from "./store.ts";

/** What a promotion takes off, and from what. */
export interface PromotionTerms {
  readonly promotionId: string;
  readonly name: string;
  /** For these services alone; none: for all. */
  readonly serviceIds: readonly string[];
  readonly discount: Discount;
  /** Local days of the visits or sales it is for, both included; null of one that was applied, which stays. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
}

/** The promotion a visit has, with the terms it was applied under; null without one. */
export async function promotionOfAppointment(
  reader: Reader,
  businessId: string,
  appointmentId: string,
): Promise<PromotionTerms | null> {
  const [row] = await reader.query(findApplied, [businessId, appointmentId]);
  if (row === undefined) return null;
  return { ...termsOf(row), promotionId: row.promotion_id, startsOn: null, endsOn: null };
}

/** A promotion as it is today; null for one that is unknown or archived. */
export async function promotionNamed(
  reader: Reader,
  businessId: string,
  promotionId: string,
): Promise<PromotionTerms | null> {
  const [row] = await reader.query(findPromotion, [businessId, promotionId.toLowerCase()]);
  return row === undefined ? null : promotionOf(row);
}

/** A price that a promotion may take something off. `serviceId` is null of what is no service. */
export interface Priced {
  readonly serviceId: string | null;
  /** Of all of it: the unit price times the quantity. */
  readonly amountMinor: number;
}

/** Whether a promotion takes anything off a service; null is what is no service. */
export function isFor({ serviceIds }: Pick<PromotionTerms, "serviceIds">, serviceId: string | null): boolean {
  return serviceId !== null && (serviceIds.length === 0 || serviceIds.includes(serviceId));
}

/** What a promotion takes off each of these, in their order, in minor units; 0 for what it is not for. */
export function discountsOn(
  terms: Pick<PromotionTerms, "discount" | "serviceIds">,
  priced: readonly Priced[],
): number[] {
  const prices = priced.map((one) => (isFor(terms, one.serviceId) ? one.amountMinor : 0));
  return discountsOf(terms.discount, prices);
}

/** How a body is told that nobody knows the promotion it names. */
export const UNKNOWN = "is not a promotion of this business";

/** Why a promotion is not for these services on this local day; empty when it is. `path` names it in the body. */
export function promotionProblems(
  terms: PromotionTerms | null,
  serviceIds: readonly (string | null)[],
  date: string,
  path = "/promotion_id",
): FieldProblem[] {
  if (terms === null) return [{ path, message: UNKNOWN }];
  if (terms.startsOn !== null && date < terms.startsOn)
    return [{ path, message: `is for ${terms.startsOn} and later` }];
  if (terms.endsOn !== null && date > terms.endsOn)
    return [{ path, message: `is for ${terms.endsOn} and earlier` }];
  return serviceIds.some((id) => isFor(terms, id)) ? [] : [{ path, message: "is for none of the services" }];
}

export function promotionOf(row: PromotionRow): PromotionTerms {
  return { ...termsOf(row), promotionId: row.id, startsOn: row.starts_on, endsOn: row.ends_on };
}

export function termsOf(row: TermsRow): Pick<PromotionTerms, "name" | "serviceIds" | "discount"> {
  return { name: row.name, serviceIds: row.service_ids, discount: discountOf(row) };
}

/** A check of both tables: a promotion has the one or the other. */
function discountOf({ kind, percent, amount_minor }: TermsRow): Discount {
  return kind === "percent" ? { kind, percent: percent ?? 0 } : { kind, amountMinor: amount_minor ?? 0 };
}
