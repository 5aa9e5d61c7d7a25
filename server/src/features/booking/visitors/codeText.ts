import { toGsm } from "../../../platform/sms/index.ts";

/** The longest business name with which the text fits into one message of 160 characters. */
const MAX_NAME = 60;

const textByLanguage: Readonly<Record<string, (code: string, business: string) => string>> = {
  en: (code, business) => `${code} is your code to book at ${business}. It is valid for 10 minutes.`,
  de: (code, business) => `${code} ist Ihr Code für die Buchung bei ${business}. Er gilt 10 Minuten.`,
  fr: (code, business) => `${code} est votre code pour réserver chez ${business}. Il est valable 10 minutes.`,
  es: (code, business) => `${code} es su código para reservar en ${business}. Es válido durante 10 minutos.`,
};

/**
 * Returns the text message with a one-time code. The code is the first number in the message, so that phones offer to fill in the code. The
 * message names no client, so that it is the same for known and unknown numbers.
 */
export function codeText({
  business,
  code,
  locale,
}: {
  readonly business: string;
  readonly code: string;
  readonly locale: string;
}): string {
  const text = textByLanguage[new Intl.Locale(locale).language] ?? textByLanguage.en;
  const name = business.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const short = name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 3).trimEnd()}...`;
  return toGsm(text?.(code, short) ?? code);
}
