import { currencyExponent } from "@daybook/engine";
import { clientTerms } from "../../business/policies/index.ts";
import { oneLine } from "./participants.ts";
import type { NotifiableAppointment } from "./store.ts";
import type { EmailTexts } from "./texts.ts";

/**
 * The terms of the policy version that an appointment was booked under, as lines: the business's own text, then the fees in
 * numbers. Empty if it has neither.
 */
export function termsLines(
  texts: EmailTexts,
  dateLocale: string,
  appointment: NotifiableAppointment,
): readonly string[] {
  const { policy, currency, total_minor: totalMinor } = appointment;
  if (policy === null) return [];
  const { cancellationText, windowMinutes, lateCancelMinor, noShowMinor } = clientTerms(policy, totalMinor);
  const money = (minor: number) => moneyText(dateLocale, currency, minor);
  return [
    ...(cancellationText ?? "").split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine),
    lateCancelMinor === null
      ? ""
      : texts.lateCancelFee(windowText(dateLocale, windowMinutes), money(lateCancelMinor)),
    noShowMinor === null ? "" : texts.noShowFee(money(noShowMinor)),
  ].filter((line) => line !== "");
}

/** `24 hours`, `2 days`, `90 minutes` in the language, in the largest unit that fits; days from two on. */
function windowText(dateLocale: string, minutes: number): string {
  const [amount, unit] =
    minutes % 1440 === 0 && minutes >= 2880
      ? [minutes / 1440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return plainSpaces(
    new Intl.NumberFormat(dateLocale, {
      style: "unit",
      unit,
      unitDisplay: "long",
      numberingSystem: "latn",
    }).format(amount),
  );
}

function moneyText(dateLocale: string, currency: string, minor: number): string {
  const decimals = currencyExponent(currency) ?? 2;
  return plainSpaces(
    new Intl.NumberFormat(dateLocale, {
      style: "currency",
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      numberingSystem: "latn",
    }).format(minor / 10 ** decimals),
  );
}

/** The runtime uses narrow and non-breaking spaces, which some mail programs do not show. */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}
