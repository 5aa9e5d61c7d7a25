import type { PublicBusiness, Visit } from "./visit.ts";

export type PublicPolicy = NonNullable<PublicBusiness["policy"]>;
type Charge = PublicPolicy["late_cancel_fee"];

/** Returns the cancellation terms for the held time. */
export function policyText({ business, t, formats, progress }: Visit): string {
  const { policy, currency } = business;
  return policySentence({ policy, currency, t, formats, totalMinor: progress.hold?.totalMinor ?? 0 });
}

/**
 * Returns the cancellation terms in one sentence, followed by the business's own text. By booking, the visitor accepts them.
 */
export function policySentence({
  policy,
  currency,
  t,
  formats,
  totalMinor,
}: Pick<Visit, "t" | "formats"> & {
  readonly policy: PublicPolicy | null;
  readonly currency: string;
  readonly totalMinor: number;
}): string {
  if (policy === null) return t("freeToCancel");
  const fee = feeOf(policy.late_cancel_fee, totalMinor);
  const window = policy.cancellation_window_minutes;
  const time =
    window % 1440 === 0 && window >= 2880
      ? t("days", { count: window / 1440 })
      : window % 60 === 0
        ? t("hoursLong", { count: window / 60 })
        : t("minutesLong", { count: window });
  const rule =
    window === 0
      ? t("freeToCancel")
      : fee === 0
        ? t("cancelUntil", { time })
        : t("cancelUntilThenFee", { time, fee: formats.money({ amount: fee, currency }) });
  return policy.cancellation_text === null ? rule : `${rule} ${policy.cancellation_text}`;
}

function feeOf({ kind, amount, percent }: Charge, total: number): number {
  if (kind === "amount") return Math.min(amount?.amount ?? 0, total);
  return kind === "percent" ? Math.round((total * (percent ?? 0)) / 100) : 0;
}
