import type { PublicBusiness, Visit } from "./visit.ts";

type Charge = NonNullable<PublicBusiness["policy"]>["late_cancel_fee"];

/** Returns the cancellation terms in one sentence, followed by the business's own text. The visitor accepts them by booking. */
export function policyText({ business, t, formats, progress }: Visit): string {
  const { policy, currency } = business;
  if (policy === null) return t("freeToCancel");
  const total = progress.hold?.totalMinor ?? 0;
  const fee = feeOf(policy.late_cancel_fee, total);
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
