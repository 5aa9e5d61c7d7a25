import type { PublicBusiness, Visit } from "./visit.ts";

export type PublicPolicy = NonNullable<PublicBusiness["policy"]>;
type Charge = PublicPolicy["late_cancel_fee"];

/** Returns the cancellation terms for the held time. */
export function policyText({ business, t, formats, progress }: Visit): string {
  const { policy, currency } = business;
  return policySentence({ policy, currency, t, formats, totalMinor: progress.hold?.totalMinor ?? 0 });
}

/** Returns the cancellation terms, which the visitor accepts by booking: one sentence, followed by the business's own text. */
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
  const time = windowText(t, window);
  const rule =
    window === 0
      ? t("freeToCancel")
      : fee === 0
        ? t("cancelUntil", { time })
        : t("cancelUntilThenFee", { time, fee: formats.money({ amount: fee, currency }) });
  return policy.cancellation_text === null ? rule : `${rule} ${policy.cancellation_text}`;
}

/**
 * Returns a cancellation window as text. The unit is days for two or more whole days, hours for other whole hours, and minutes
 * for all other windows.
 */
export function windowText(t: Visit["t"], minutes: number): string {
  if (minutes % 1440 === 0 && minutes >= 2880) return t("days", { count: minutes / 1440 });
  return minutes % 60 === 0 ? t("hoursLong", { count: minutes / 60 }) : t("minutesLong", { count: minutes });
}

function feeOf({ kind, amount, percent }: Charge, total: number): number {
  if (kind === "amount") return Math.min(amount?.amount ?? 0, total);
  return kind === "percent" ? Math.round((total * (percent ?? 0)) / 100) : 0;
}
