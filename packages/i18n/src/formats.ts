import type { Language } from "./languages.ts";

interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Formatters of dates, times, numbers and money. Local dates are `YYYY-MM-DD`, and times are minutes since local midnight. */
export interface Formats {
  readonly locale: string;
  readonly money: (money: Money) => string;
  /** Formats an amount in whole currency units, for chart axes: `€1,200`. */
  readonly wholeMoney: (money: Money) => string;
  readonly number: (value: number) => string;
  readonly percent: (share: number) => string;
  /** Formats minutes since midnight as a time of day: `14:05` or `2:05 pm`. */
  readonly time: (minutes: number) => string;
  /** Formats a date without its year: `Mon 1 Mar`. */
  readonly day: (date: string) => string;
  /** Formats a range of dates, both inclusive: `1–7 Mar`. */
  readonly dayRange: (from: string, to: string) => string;
  /** Formats a date with its weekday and year: `Monday, 1 March 2027`. */
  readonly longDay: (date: string) => string;
  /** Formats a date in digits: `01/03/2027`. */
  readonly shortDate: (date: string) => string;
  /** Formats the month of a date: `March 2027`. */
  readonly month: (date: string) => string;
  /** Formats the weekday of a date: `Mon`. */
  readonly weekday: (date: string) => string;
}

/**
 * Returns the formats for a language in a country. For example, English in Germany uses the 24-hour clock and puts the day before the
 * month. Callers pass local times; the formats do not convert time zones.
 */
export function formatsOf(language: Language, country?: string): Formats {
  const key = `${language} ${country}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const formats = makeFormats(localeOf(language, country));
  made.set(key, formats);
  return formats;
}

/** Caches the formats by language and country, because creating an `Intl` formatter takes milliseconds and a calendar formats 300 cards. */
const made = new Map<string, Formats>();

function makeFormats(locale: string): Formats {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = lazily(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
    return (date: string) => format().format(Date.parse(`${date}T00:00:00Z`));
  };
  const times = lazily(
    () => new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" }),
  );
  // Caches the formatted times, because a calendar formats the same few times for many cards.
  const timeTexts = new Map<number, string>();
  const time = (minutes: number) => {
    const known = timeTexts.get(minutes);
    if (known !== undefined) return known;
    const text = times().format(minutes * 60_000);
    timeTexts.set(minutes, text);
    return text;
  };
  // Always uses a decimal point for English. For some locales, such as en-DE, `Intl` formats numbers with a comma but money with a point.
  const numbers = lazily(() => new Intl.NumberFormat(locale.startsWith("en-") ? "en" : locale));
  const percents = lazily(
    () => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 }),
  );
  const ranges = lazily(
    () => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }),
  );
  const currencies = new Map<string, Intl.NumberFormat>();
  const moneyFormat = (currency: string) => {
    const format = currencies.get(currency) ?? new Intl.NumberFormat(locale, { style: "currency", currency });
    currencies.set(currency, format);
    return format;
  };
  const unitsOf = ({ amount, currency }: Money) =>
    amount / 10 ** (moneyFormat(currency).resolvedOptions().maximumFractionDigits ?? 2);
  return {
    locale,
    money: (money) => moneyFormat(money.currency).format(unitsOf(money)),
    wholeMoney: (money) =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency: money.currency,
        maximumFractionDigits: 0,
      }).format(unitsOf(money)),
    number: (value) => numbers().format(value),
    percent: (share) => percents().format(share),
    time,
    day: dates({ weekday: "short", day: "numeric", month: "short" }),
    dayRange: (from, to) =>
      ranges().formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)),
    longDay: dates({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    shortDate: dates({ day: "2-digit", month: "2-digit", year: "numeric" }),
    month: dates({ month: "long", year: "numeric" }),
    weekday: dates({ weekday: "short" }),
  };
}

/** Returns a function that creates a value at its first call, because a page uses few of the formatters. */
function lazily<T extends object>(create: () => T): () => T {
  let created: T | undefined;
  return () => {
    created ??= create();
    return created;
  };
}

function localeOf(language: Language, country: string | undefined): string {
  if (country === undefined) return language === "en" ? "en-GB" : language;
  const locale = `${language}-${country}`;
  // `Intl` has no English formats for most countries. These countries use British formats instead of American formats.
  if (language === "en" && new Intl.DateTimeFormat(locale).resolvedOptions().locale === "en") return "en-GB";
  return locale;
}
