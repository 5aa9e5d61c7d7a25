import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isDate } from "../../../kernel/instants.ts";
import { type Problem, problem } from "./problems.ts";

/** The value of a cell (null for an empty cell), or the problem with the cell. */
export type Reading<T> = { readonly value: T | null } | Problem;

/** Replaces each sequence of white space with one space, and removes the apostrophe with which Excel marks a cell as text. */
export function lineOf(cell: string): string {
  return cell.replaceAll(/\s+/g, " ").trim().replace(/^'/, "");
}

/** Like `lineOf`, but keeps line breaks and apostrophes, for notes. */
export function paragraphsOf(cell: string): string {
  return cell
    .replaceAll("\r\n", "\n")
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();
}

const ROUNDED = /^\d+([.,]\d+)?e\+?\d+$/i;

/**
 * Converts a telephone number to E.164. Some exports omit the plus sign, and spreadsheet programs remove leading zeros. A
 * number that begins with neither a plus sign nor a zero counts as a national number of the country if it is valid there,
 * unless only its international reading is a mobile number.
 */
export function phoneIn(cell: string, country: string): Reading<string> {
  const text = lineOf(cell)
    .replaceAll(/\p{Cf}/gu, "")
    .replace(/\.0$/, "")
    .replace(/^00/, "+");
  if (!/\d/.test(text)) return { value: null };
  if (ROUNDED.test(text)) return problem("rounded");
  const home = parsePhoneNumberFromString(text, country as CountryCode);
  const abroad = /^[+0]/.test(text) ? undefined : parsePhoneNumberFromString(`+${text}`);
  const number = abroad?.isValid() && !isBetter(home, abroad) ? abroad : home;
  return number?.isPossible() ? { value: number.number } : problem("not_a_phone");
}

/** Returns whether the national reading of a number is more likely than the international reading. */
function isBetter(home: PhoneNumber | undefined, abroad: PhoneNumber): boolean {
  return home?.isValid() === true && (isMobile(home) || !isMobile(abroad));
}

function isMobile(number: PhoneNumber): boolean {
  const type = number.getType();
  return type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE";
}

export function emailIn(cell: string): Reading<string> {
  const text = lineOf(cell)
    .replaceAll(/\p{Cf}/gu, "")
    .replace(/^mailto:/i, "");
  if (text === "") return { value: null };
  return isEmail(text) ? { value: text } : problem("not_an_email");
}

function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>(),;:"[\]\\]{1,64}@[^\s@<>(),;:"[\]\\.-][^\s@<>(),;:"[\]\\]*\.[^\s@.]{2,}$/.test(text)
  );
}

export type DateOrder = "day_first" | "month_first";

const EXCEL_EPOCH_AT = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;
/**
 * Patterns for the first letters of the month names in English, German, French and Spanish, without accents. The first pattern is for
 * January.
 */
const MONTHS = [
  ...[/^(jan|ene)/, /^(feb|fev)/, /^mar|^mae?r/, /^(apr|avr|abr)/, /^ma[iy]/, /^(jun|juin)/, /^(jul|juil)/],
  ...[/^(aug|aou|ago)/, /^sep/, /^(oct|okt)/, /^nov/, /^(dec|dez|dic)/],
];

/**
 * Converts a date to `YYYY-MM-DD`. Accepts ISO 8601, numbers in the given order of day and month, names of months, and Excel's serial day
 * numbers; ignores a time of day. A two-digit year is the latest matching year that is not in the future or, with the era `future`, a year
 * of this century.
 */
export function dateIn(cell: string, order: DateOrder, era: "past" | "future" = "past"): Reading<string> {
  const text = lineOf(cell).replace(
    /[ T]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?( ?[ap]m)?(Z| ?[+-]\d{2}:?\d{2})?$/i,
    "",
  );
  if (text === "") return { value: null };
  const date = isoOf(text, order, era);
  return date !== null && isDate(date) ? { value: date } : problem("not_a_date");
}

function isoOf(text: string, order: DateOrder, era: "past" | "future"): string | null {
  if (/^\d{4,6}(\.\d+)?$/.test(text))
    return new Date(EXCEL_EPOCH_AT + Math.floor(Number(text)) * DAY).toISOString().slice(0, 10);
  const dateText = (year: string, month: string, day: string) =>
    `${fullYear(year, era)}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const dated = withoutWeekday(text);
  const numbers = /^(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})\.?$/.exec(dated);
  if (numbers !== null) {
    const [, first = "", second = "", third = ""] = numbers;
    if (first.length === 4) return dateText(first, second, third);
    return order === "day_first" ? dateText(third, second, first) : dateText(third, first, second);
  }
  const dayFirst = /^(\d{1,2})\.?[ -](?:de )?(\p{L}{3,10})\.?,?[ -](?:de )?(\d{2,4})$/iu.exec(dated);
  if (dayFirst !== null) return dateText(dayFirst[3] ?? "", monthOf(dayFirst[2] ?? ""), dayFirst[1] ?? "");
  const monthFirst = /^(\p{L}{3,10})\.? (\d{1,2}),? (\d{4})$/iu.exec(dated);
  return monthFirst === null
    ? null
    : dateText(monthFirst[3] ?? "", monthOf(monthFirst[1] ?? ""), monthFirst[2] ?? "");
}

/** Removes the name of a weekday before a date: "Mon, 1 Mar 2027". */
function withoutWeekday(text: string): string {
  return text.replace(
    /^\p{L}{2,10}\.?,? (?=\d{1,2}[./-]|\d{1,2} (?:de )?\p{L}|\p{L}{3,10}\.? \d{1,2},? \d{4}$)/u,
    "",
  );
}

/** Returns the number of the month with this name; 0 if no month has the name. */
function monthOf(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return String(MONTHS.findIndex((month) => month.test(plain)) + 1);
}

function fullYear(year: string, era: "past" | "future"): string {
  const thisYear = new Date().getUTCFullYear();
  const isOfLastCentury = era === "past" && Number(year) + 2000 > thisYear;
  const century = year.length > 2 ? 0 : isOfLastCentury ? 1900 : 2000;
  return String(Number(year) + century).padStart(4, "0");
}

/** Detects whether day or month comes first in the dates of these cells. Returns null if no date shows the order. */
export function dateOrderOf(cells: Iterable<string>): DateOrder | null {
  for (const cell of cells) {
    const [, first = 0, second = 0] = (/^\s*(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+\d{2,4}/.exec(cell) ?? []).map(
      Number,
    );
    if (first > 12 && second <= 12) return "day_first";
    if (second > 12 && first <= 12) return "month_first";
  }
  return null;
}

const YES = new Set([
  "yes",
  "y",
  "true",
  "1",
  "x",
  "ja",
  "wahr",
  "oui",
  "vrai",
  "si",
  "sí",
  "verdadero",
  "blocked",
]);
const NO = new Set(["", "no", "n", "false", "0", "-", "nein", "falsch", "non", "faux", "falso"]);

export function yesNoIn(cell: string): Reading<boolean> {
  const text = lineOf(cell).toLowerCase();
  if (NO.has(text)) return { value: text === "" ? null : false };
  return YES.has(text) ? { value: true } : problem("not_yes_or_no");
}
