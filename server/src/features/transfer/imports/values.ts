import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isDate } from "../../../kernel/instants.ts";
import { type Problem, problem } from "./problems.ts";

/** The value of a cell (null for an empty one), or the problem with it. */
export type Reading<T> = { readonly value: T | null } | Problem;

/** Replaces each run of white space by one space, and removes the apostrophe with which Excel marks a cell as text. */
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

const SHORTENED = /^\d+([.,]\d+)?e\+?\d+$/i;

/**
 * Converts a telephone number to E.164. Some exports omit the plus sign, and spreadsheet programs remove leading zeros. A number
 * with neither is read as a national number of the country if it is valid there, unless it is a mobile number only when read with a
 * plus sign.
 */
export function phoneIn(cell: string, country: string): Reading<string> {
  const text = lineOf(cell)
    .replaceAll(/\p{Cf}/gu, "")
    .replace(/\.0$/, "")
    .replace(/^00/, "+");
  if (!/\d/.test(text)) return { value: null };
  if (SHORTENED.test(text)) return problem("shortened");
  const home = parsePhoneNumberFromString(text, country as CountryCode);
  const abroad = /^[+0]/.test(text) ? undefined : parsePhoneNumberFromString(`+${text}`);
  const number = abroad?.isValid() && !isBetter(home, abroad) ? abroad : home;
  return number?.isPossible() ? { value: number.number } : problem("not_a_phone");
}

/** Whether the national reading of a number is more likely than the international one. */
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
const ENGLISH_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Converts a date to `YYYY-MM-DD`. Accepts ISO 8601, numbers in the given order of day and month, English month names, and Excel's
 * serial day numbers; ignores a time of day.
 */
export function dateIn(cell: string, order: DateOrder): Reading<string> {
  const text = lineOf(cell).replace(
    /[ T]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?( ?[ap]m)?(Z| ?[+-]\d{2}:?\d{2})?$/i,
    "",
  );
  if (text === "") return { value: null };
  const date = isoOf(text, order);
  return date !== null && isDate(date) ? { value: date } : problem("not_a_date");
}

function isoOf(text: string, order: DateOrder): string | null {
  if (/^\d{4,6}(\.\d+)?$/.test(text))
    return new Date(EXCEL_EPOCH_AT + Math.floor(Number(text)) * DAY).toISOString().slice(0, 10);
  const numbers = /^(\d{1,4})[-/. ]+(\d{1,2})[-/. ]+(\d{1,4})\.?$/.exec(text);
  if (numbers !== null) {
    const [, first = "", second = "", third = ""] = numbers;
    if (first.length === 4) return dateText(first, second, third);
    return order === "day_first" ? dateText(third, second, first) : dateText(third, first, second);
  }
  const month = (name: string) => String(ENGLISH_MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  const dayFirst = /^(\d{1,2})\.?[ -]([a-z]{3,9})\.?,?[ -](\d{2,4})$/i.exec(text);
  if (dayFirst !== null) return dateText(dayFirst[3] ?? "", month(dayFirst[2] ?? ""), dayFirst[1] ?? "");
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text);
  return monthFirst === null
    ? null
    : dateText(monthFirst[3] ?? "", month(monthFirst[1] ?? ""), monthFirst[2] ?? "");
}

/** Returns the date as `YYYY-MM-DD`. A two-digit year becomes the latest year that is not in the future. */
function dateText(year: string, month: string, day: string): string {
  const thisYear = new Date().getUTCFullYear();
  const century = year.length > 2 ? 0 : Number(year) + 2000 > thisYear ? 1900 : 2000;
  return `${String(Number(year) + century).padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Detects whether day or month comes first in the dates of a column; null if every date allows both. */
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
