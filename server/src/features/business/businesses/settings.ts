import { currencyExponent, findZone } from "@daybook/engine";
import type { FieldProblem } from "../../../kernel/errors.ts";
import { isCountry } from "./countries.ts";

/** Complains when a time zone is none the time-zone data knows. An absent value is no problem; so in all of these. */
export function timeZoneProblems(path: string, name: string | undefined): FieldProblem[] {
  if (name === undefined || findZone(name) !== undefined) return [];
  return [{ path, message: "must be an IANA time zone, such as Europe/Berlin" }];
}

/** Complains when a country is not of ISO 3166-1. */
export function countryProblems(path: string, code: string | undefined): FieldProblem[] {
  if (code === undefined || isCountry(code)) return [];
  return [{ path, message: "must be an ISO 3166-1 alpha-2 country code, such as DE" }];
}

/** Complains when a currency is not of ISO 4217, or one nobody can be charged in. */
export function currencyProblems(path: string, code: string | undefined): FieldProblem[] {
  if (code === undefined || currencyExponent(code) !== undefined) return [];
  return [{ path, message: "must be an ISO 4217 currency code, such as EUR" }];
}

/** Complains when a language tag is not of BCP 47. */
export function localeProblems(path: string, tag: string | undefined): FieldProblem[] {
  if (tag === undefined || canonicalLocale(tag) !== undefined) return [];
  return [{ path, message: "must be a BCP 47 language tag, such as de-DE" }];
}

/** A language tag as BCP 47 writes it (`de-at` becomes `de-AT`); undefined when it is none. */
export function canonicalLocale(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    // A RangeError is the one way in which the runtime says that a tag is malformed.
    return undefined;
  }
}

/** The language most people of a country read, with the country: `de-DE` for `DE`. */
export function localeOfCountry(country: string): string {
  return `${new Intl.Locale(`und-${country}`).maximize().language}-${country}`;
}
