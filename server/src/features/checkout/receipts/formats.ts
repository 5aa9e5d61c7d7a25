import { currencyExponent } from "@daybook/engine";
import type { ReceiptRecord } from "./schema.ts";

export function moneyText(locale: string, { amount, currency }: ReceiptRecord["total"]): string {
  const digits = currencyExponent(currency) ?? 2;
  const format = {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  return new Intl.NumberFormat(locale, format).format(amount / 10 ** digits);
}

/** Formats a percentage, such as 19, in the locale. */
export function percentText(locale: string, percent: number): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 3 }).format(percent / 100);
}

/** Formats the local time of a date-time that contains the location's offset. Does not use the runtime's time-zone data. */
export function dateText(locale: string, at: string): string {
  const wall = Date.parse(`${at.slice(0, 16)}Z`);
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(
    wall,
  );
}
