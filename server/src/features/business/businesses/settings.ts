import { currencyExponent, findZone } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";
import { isCountry } from "./countries.ts";

/** Returns a problem if a time zone is not in the time-zone data. Accepts undefined. */
export function timeZoneProblems(path: string, name: string | undefined): FieldProblem[] {
  if (name === undefined || findZone(name) !== undefined) return [];
  return [{ path, message: "must be an IANA time zone, such as Europe/Berlin" }];
}

/** Returns a problem if a country code is not in ISO 3166-1. Accepts undefined. */
export function countryProblems(path: string, code: string | undefined): FieldProblem[] {
  if (code === undefined || isCountry(code)) return [];
  return [{ path, message: "must be an ISO 3166-1 alpha-2 country code, such as DE" }];
}

/** Returns a problem if a currency is not in ISO 4217 or not used for payments. Accepts undefined. */
export function currencyProblems(path: string, code: string | undefined): FieldProblem[] {
  if (code === undefined || currencyExponent(code) !== undefined) return [];
  return [{ path, message: "must be an ISO 4217 code of a payment currency, such as EUR" }];
}

/** Returns a problem if a language tag does not conform to BCP 47. Accepts undefined. */
export function localeProblems(path: string, tag: string | undefined): FieldProblem[] {
  if (tag === undefined || canonicalLocale(tag) !== undefined) return [];
  return [{ path, message: "must be a BCP 47 language tag, such as de-DE" }];
}

/** Returns the canonical form of a BCP 47 language tag (`de-at` becomes `de-AT`), or undefined for an invalid tag. */
export function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    // The runtime throws a RangeError for a malformed tag.
    return undefined;
  }
}

/** Returns the locale of the most common language of a country: `de-DE` for `DE`. */
export function localeOfCountry(country: string): string {
  return `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`;
}
