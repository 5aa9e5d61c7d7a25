import { discountsOf, MINUTE } from "@daybook/engine";

/** A charge: none, an amount in minor units, or a whole percentage (1–100) of the appointment's total. */
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
  /** Whether a visitor who books online without a deposit must enter a card, to which the business can charge the fees. */
  readonly cardRequired: boolean;
  readonly cancellationText: string | null;
  readonly bookingText: string | null;
  readonly staffSeesContacts: boolean;
  /** The time from which this version applies to bookings, in milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The values of an appointment that determine its fee. Instants are milliseconds since the epoch; the total is in minor units. */
export interface Charged {
  readonly startsAt: number;
  readonly cancelledAt: number | null;
  readonly totalMinor: number;
}

/**
 * Computes the fee for a late cancellation or a no-show in minor units, or null if no fee applies. A cancellation is late if it
 * happens less than the cancellation window before the start; a cancellation exactly one window before the start is not late. A
 * percentage is rounded half up.
 */
export function feeFor(
  policy: Pick<Policy, "cancellationWindowMinutes" | "lateCancelFee" | "noShowFee">,
  kind: "late_cancel" | "no_show",
  appointment: Charged,
): number | null {
  if (kind === "no_show") return minorOf(policy.noShowFee, appointment.totalMinor);
  const { cancelledAt, startsAt } = appointment;
  const isLate = cancelledAt !== null && startsAt - cancelledAt < policy.cancellationWindowMinutes * MINUTE;
  return isLate ? minorOf(policy.lateCancelFee, appointment.totalMinor) : null;
}

/** Computes a charge on this total in minor units, or null for no charge. */
export function minorOf(charge: PolicyCharge, totalMinor: number): number | null {
  if (charge.kind === "none") return null;
  if (charge.kind === "amount") return charge.amountMinor;
  return discountsOf({ kind: "percent", percent: charge.percent }, [totalMinor])[0] ?? null;
}
