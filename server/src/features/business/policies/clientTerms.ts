import type { RowOf } from "../../../platform/database/index.ts";
import type { policiesView } from "../../../tables/business.ts";
import { type Charged, feeFor, minorOf } from "./charges.ts";
import { chargeOf } from "./policyRecord.ts";

/** The fields of a policy version from which fees and deposits are computed. */
export type PolicyTerms = RowOf<typeof policiesView.columns>;

/**
 * Returns the terms of a policy version for clients, applied to the total of an appointment. Fees are in minor units, or null
 * if no fee applies. Without a cancellation window, no cancellation before the start is late.
 */
export function clientTerms(policy: PolicyTerms, totalMinor: number) {
  const { cancellation_window_minutes: windowMinutes } = policy;
  const feeOf = (kind: string, minor: number | null, percent: number | null) =>
    minorOf(chargeOf(kind, minor, percent), totalMinor) || null;
  return {
    cancellationText: policy.cancellation_text,
    windowMinutes,
    lateCancelMinor:
      windowMinutes === 0
        ? null
        : feeOf(policy.late_cancel_fee_kind, policy.late_cancel_fee_minor, policy.late_cancel_fee_percent),
    noShowMinor: feeOf(policy.no_show_fee_kind, policy.no_show_fee_minor, policy.no_show_fee_percent),
  };
}

/** Computes the fee for a late cancellation or a no-show under a policy version in minor units, or null if no fee applies. */
export function feeUnder(
  policy: PolicyTerms,
  kind: "late_cancel" | "no_show",
  appointment: Charged,
): number | null {
  const terms = {
    cancellationWindowMinutes: policy.cancellation_window_minutes,
    lateCancelFee: chargeOf(
      policy.late_cancel_fee_kind,
      policy.late_cancel_fee_minor,
      policy.late_cancel_fee_percent,
    ),
    noShowFee: chargeOf(policy.no_show_fee_kind, policy.no_show_fee_minor, policy.no_show_fee_percent),
  };
  return feeFor(terms, kind, appointment);
}
