import type { Money } from "@daybook/sdk";

export function moneyOf(amount: number, currency: string): Money {
  return { amount, currency };
}

/** The formatter and parser of amounts in inputs. Formatted amounts have no currency and no thousands separators. */
export interface AmountText {
  readonly write: (minor: number) => string;
  /** Parses a typed amount to minor units; undefined for a text without digits. */
  readonly read: (text: string) => number | undefined;
}

export function amountText(locale: string, currency: string): AmountText {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, useGrouping: false });
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return {
    write: (minor) =>
      format
        .formatToParts(minor / 10 ** decimals)
        .filter(({ type }) => type === "integer" || type === "decimal" || type === "fraction")
        .map(({ value }) => value)
        .join(""),
    read: (text) => readMinor(text, decimals),
  };
}

/**
 * Parses a typed amount to minor units. Point and comma are decimal separators in every language, because users type on different keyboards
 * and paste text from other sources. A separator that is followed by more digits than the currency has decimals is a thousands separator:
 * with two decimals, `1.234` and `1,234` both mean 1234.
 */
function readMinor(text: string, decimals: number): number | undefined {
  const typed = text.replaceAll(/[^\d.,]/g, "");
  if (!/\d/.test(typed)) return undefined;
  const [, whole = "", fraction = ""] = /^(.*?)(?:[.,](\d*))?$/.exec(typed) ?? [];
  const isFraction = fraction.length <= decimals;
  const digits = `${whole}${isFraction ? "" : fraction}`.replaceAll(/\D/g, "");
  return Number(`${digits}${(isFraction ? fraction : "").padEnd(decimals, "0")}`);
}
