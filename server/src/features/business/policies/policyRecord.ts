import { utcText } from "@daybook/engine";
import { moneyOf } from "../../../kernel/money.ts";
import type { Policy, PolicyCharge } from "./charges.ts";
import type { ChargeRecord, DiscountLimits, PolicyRecord } from "./schema.ts";
import type { PolicyRow } from "./store.ts";

export function policyOf(row: PolicyRow): Policy {
  return {
    id: row.id,
    version: row.version,
    cancellationWindowMinutes: row.cancellation_window_minutes,
    lateCancelFee: chargeOf(row.late_cancel_fee_kind, row.late_cancel_fee_minor, row.late_cancel_fee_percent),
    noShowFee: chargeOf(row.no_show_fee_kind, row.no_show_fee_minor, row.no_show_fee_percent),
    deposit: chargeOf(row.deposit_kind, row.deposit_minor, row.deposit_percent),
    cardRequired: row.card_required,
    cancellationText: row.cancellation_text,
    bookingText: row.booking_text,
    staffSeesContacts: row.staff_sees_contacts,
    createdAt: row.created_at,
  };
}

/** Converts a row to the API record. `updated_at` is the time of creation, because a version does not change. */
export function recordOf(row: PolicyRow, currency: string): PolicyRecord {
  const policy = policyOf(row);
  const createdAt = utcText(policy.createdAt);
  return {
    id: policy.id,
    version: policy.version,
    cancellation_window_minutes: policy.cancellationWindowMinutes,
    late_cancel_fee: chargeRecord(policy.lateCancelFee, currency),
    no_show_fee: chargeRecord(policy.noShowFee, currency),
    deposit: chargeRecord(policy.deposit, currency),
    card_required: policy.cardRequired,
    cancellation_text: policy.cancellationText,
    booking_text: policy.bookingText,
    staff_sees_contacts: policy.staffSeesContacts,
    max_discount_percent: discountLimitsOf(row),
    created_at: createdAt,
    updated_at: createdAt,
  };
}

export function discountLimitsOf(
  row: Pick<
    PolicyRow,
    "staff_max_discount_percent" | "reception_max_discount_percent" | "manager_max_discount_percent"
  >,
): DiscountLimits {
  return {
    staff: row.staff_max_discount_percent,
    reception: row.reception_max_discount_percent,
    manager: row.manager_max_discount_percent,
  };
}

export function chargeOf(kind: string, amountMinor: number | null, percent: number | null): PolicyCharge {
  if (kind === "amount") return { kind, amountMinor: amountMinor ?? 0 };
  return kind === "percent" ? { kind, percent: percent ?? 0 } : { kind: "none" };
}

function chargeRecord(charge: PolicyCharge, currency: string): ChargeRecord {
  return {
    kind: charge.kind,
    percent: charge.kind === "percent" ? charge.percent : null,
    amount: charge.kind === "amount" ? moneyOf(charge.amountMinor, currency) : null,
  };
}
