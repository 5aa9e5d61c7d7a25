import { discountsOf, MINUTE } from "@daybook/engine";

/** What is charged: nothing, an amount in minor units, or a whole percentage (1–100) of the visit's total. */
export type PolicyCharge =
  | { readonly kind: "none" }
  | { readonly kind: "amount"; readonly amountMinor: number }
  | { readonly kind: "percent"; readonly percent: number };

/** One version of a business's policy. */
export interface Policy {
  readonly id: string;
  readonly version: number;
  readonly cancellationWindowMinutes: number;
  readonly lateCancelFee: PolicyCharge;
  readonly noShowFee: PolicyCharge;
  readonly deposit: PolicyCharge;
  readonly cancellationText: string | null;
  readonly bookingText: string | null;
  readonly staffSeesContacts: boolean;
  /** Milliseconds since the epoch: from when on bookings accept it. */
  readonly createdAt: number;
}

/** What a fee depends on. Instants are milliseconds since the epoch; the total is in minor units. */
export interface ChargedVisit {
  readonly startsAt: number;
  readonly cancelledAt: number | null;
  readonly totalMinor: number;
}

/**
 * What a policy says a visit costs that was cancelled late or missed, in minor units; null: nothing. Late is less than
 * the window before the start, and every moment after it: one cancelled exactly the window before is in time. An amount
 * is the amount, whatever the visit's price; a percentage is rounded half up.
 */
export function feeFor(policy: Policy, kind: "late_cancel" | "no_show", visit: ChargedVisit): number | null {
  if (kind === "no_show") return minorOf(policy.noShowFee, visit.totalMinor);
  const { cancelledAt, startsAt } = visit;
  const isLate = cancelledAt !== null && startsAt - cancelledAt < policy.cancellationWindowMinutes * MINUTE;
  return isLate ? minorOf(policy.lateCancelFee, visit.totalMinor) : null;
}

/** A charge in minor units, for a visit of this total; null where there is none. */
export function minorOf(charge: PolicyCharge, totalMinor: number): number | null {
  if (charge.kind === "none") return null;
  if (charge.kind === "amount") return charge.amountMinor;
  return discountsOf({ kind: "percent", percent: charge.percent }, [totalMinor])[0] ?? null;
}
