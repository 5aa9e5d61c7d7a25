import type { DataOf } from "@daybook/sdk";
import { moneyOf } from "../../../base/money.ts";

export type Policy = NonNullable<DataOf<"get", "/businesses/{business}/policies">>;
type Charge = Policy["no_show_fee"];

/** A charge in the form. `percent` and `amountMinor` keep their values while another kind is selected. */
export interface ChargeDraft {
  readonly kind: Charge["kind"];
  readonly percent: number | string;
  readonly amountMinor: number | undefined;
}

export interface PolicyDraft {
  readonly hours: number | string;
  readonly lateFee: ChargeDraft;
  readonly noShowFee: ChargeDraft;
  readonly deposit: ChargeDraft;
  /**
   * Whether a saved card is required. While there is no fee, the draft keeps the user's choice, but the request contains
   * `false`.
   */
  readonly cardRequired: boolean;
  readonly cancellationText: string;
  readonly bookingText: string;
  readonly staffSeesContacts: boolean;
  readonly staff: number | string;
  readonly reception: number | string;
  readonly manager: number | string;
}

const HOUR_MINUTES = 60;

/** The API's default discount limits, in percent, for a business without a policy. */
const DEFAULT_DISCOUNTS = { staff: 0, reception: 20, manager: 100 };

function chargeDraft(charge: Charge | undefined): ChargeDraft {
  return {
    kind: charge?.kind ?? "none",
    percent: charge?.percent ?? "",
    amountMinor: charge?.amount?.amount,
  };
}

export function draftOf(policy: Policy | null): PolicyDraft {
  const discounts = policy?.max_discount_percent ?? DEFAULT_DISCOUNTS;
  return {
    hours: (policy?.cancellation_window_minutes ?? 0) / HOUR_MINUTES,
    lateFee: chargeDraft(policy?.late_cancel_fee),
    noShowFee: chargeDraft(policy?.no_show_fee),
    deposit: chargeDraft(policy?.deposit),
    cardRequired: policy?.card_required ?? false,
    cancellationText: policy?.cancellation_text ?? "",
    bookingText: policy?.booking_text ?? "",
    staffSeesContacts: policy?.staff_sees_contacts ?? false,
    ...discounts,
  };
}

/** Whether the charge contains the value that its kind requires. */
export function isComplete({ kind, percent, amountMinor }: ChargeDraft): boolean {
  if (kind === "percent") return typeof percent === "number";
  return kind === "none" || (amountMinor ?? 0) > 0;
}

/** Whether a booking can have a fee. If there is no cancellation window, clients can cancel without a fee until the start. */
export function hasFee({ hours, lateFee, noShowFee }: PolicyDraft): boolean {
  return noShowFee.kind !== "none" || (lateFee.kind !== "none" && Number(hours) > 0);
}

function chargeOf({ kind, percent, amountMinor }: ChargeDraft, currency: string) {
  if (kind === "percent") return { kind, percent: Number(percent) };
  if (kind === "amount") return { kind, amount: moneyOf(amountMinor ?? 0, currency) };
  return { kind };
}

export function bodyOf(draft: PolicyDraft, currency: string) {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    cancellation_window_minutes: Math.round(Number(draft.hours) * HOUR_MINUTES),
    late_cancel_fee: chargeOf(draft.lateFee, currency),
    no_show_fee: chargeOf(draft.noShowFee, currency),
    deposit: chargeOf(draft.deposit, currency),
    card_required: draft.cardRequired && hasFee(draft),
    cancellation_text: orNull(draft.cancellationText),
    booking_text: orNull(draft.bookingText),
    staff_sees_contacts: draft.staffSeesContacts,
    max_discount_percent: {
      staff: Number(draft.staff),
      reception: Number(draft.reception),
      manager: Number(draft.manager),
    },
  };
}
