import { currencyExponent } from "@daybook/engine";
import { clientTerms } from "../../business/policies/index.ts";
import { oneLine } from "./participants.ts";
import type { NotifiableAppointment } from "./store.ts";
import type { EmailTexts } from "./texts.ts";

/**
 * Returns the terms of an appointment as lines of text: its deposit, then the text and the fees of its policy version. Returns an empty
 * list without any of these.
 */
export function termsLines(
  texts: EmailTexts,
  dateLocale: string,
  appointment: NotifiableAppointment,
): readonly string[] {
  const { policy, currency, total_minor: totalMinor, deposit_minor: depositMinor } = appointment;
  const money = (minor: number) => moneyText(dateLocale, currency, minor);
  const deposit = depositMinor === 0 ? [] : [texts.deposit(money(depositMinor))];
  if (policy === null) return deposit;
  const { cancellationText, windowMinutes, lateCancelMinor, noShowMinor } = clientTerms(policy, totalMinor);
  return [
    ...deposit,
    ...(cancellationText ?? "").split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine),
    lateCancelMinor === null
      ? ""
      : texts.lateCancelFee(windowText(dateLocale, windowMinutes), money(lateCancelMinor)),
    noShowMinor === null ? "" : texts.noShowFee(money(noShowMinor)),
  ].filter((line) => line !== "");
}

/**
 * Formats a cancellation window for the locale in the largest unit that divides it evenly: `90 minutes`, `24 hours`, `2 days`. Uses days
 * only for two days or more.
 */
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

/** Formats an amount in minor units for the locale. */
export function moneyText(dateLocale: string, currency: string, minor: number): string {
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

/** Replaces the narrow and non-breaking spaces in formatted numbers, because some mail programs do not display these characters. */
function plainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}
