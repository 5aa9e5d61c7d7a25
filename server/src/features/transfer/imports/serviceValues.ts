import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import { MAX_SERVICE_MINUTES, type PRICE_KINDS } from "../../business/services/index.ts";
import { problem } from "./problems.ts";
import { lineOf, type Reading } from "./values.ts";

export type PriceKind = (typeof PRICE_KINDS)[number];

const CLOCK = /^(\d{1,2}):([0-5]\d)(?::00)?$/;
const HOURS = "(\\d+(?:[.,]\\d+)?)\\s*(?:h|hrs?|hours?|std|stunden?|heures?|horas?)\\.?";
const MINUTES = "(\\d+)\\s*(?:m|mins?|minutes?|minuten?|minutos?)?\\.?";
const WORDS = new RegExp(`^(?:${HOURS})?\\s*(?:${MINUTES})?$`, "i");

/** Converts a duration to minutes. Accepts minutes (`45`, `45 min`), hours and minutes (`1h 15min`, `1.5 h`) and `1:15`. */
export function durationIn(cell: string): Reading<number> {
  const text = lineOf(cell);
  if (text === "") return { value: null };
  const [, clockHours, clockMinutes] = CLOCK.exec(text) ?? [];
  const [, hours, minutes] = WORDS.exec(text.replace(/^(\d+)[.,]0+$/, "$1")) ?? [];
  const parts = clockHours === undefined ? [hours?.replace(",", "."), minutes] : [clockHours, clockMinutes];
  if (parts.every((part) => part === undefined)) return problem("not_a_duration");
  const total = Number(parts[0] ?? 0) * 60 + Number(parts[1] ?? 0);
  return Number.isInteger(total) && total <= MAX_SERVICE_MINUTES
    ? { value: total }
    : problem("not_a_duration");
}

/** The words for a free service, before a minimum price, and for a fixed price, in the languages of the app. */
const FREE = /^(free|gratis|kostenlos|gratuit|gratuito)$/i;
const FROM = /^(from|starting at|ab|à partir de|dès|desde|a partir de)\b|\+$/i;
const FIXED = /^(fixed|fest|festpreis|fixe|fijo)$/i;

/**
 * Converts a price to minor units of a currency with `digits` decimal places. "from 45", "ab 45" and "45+" are minimum prices. A
 * single separator before exactly three digits groups thousands, unless the currency has three decimal places.
 */
export function priceIn(cell: string, digits: number): Reading<{ amount: number; kind: PriceKind }> {
  const text = lineOf(cell);
  if (text === "") return { value: null };
  if (FREE.test(text)) return { value: { amount: 0, kind: "free" } };
  const number = text
    .replace(FROM, "")
    .replaceAll(/\p{Sc}|\b(?:[a-z]{3}|fr|kr|zł)\b\.?/giu, "")
    .replaceAll(/[\s'’]/g, "")
    .replace(/[.,][-–—]+$/, "");
  const amount = minorUnits(number, digits);
  if (amount === null || amount > MAX_AMOUNT_MINOR) return problem("not_a_price");
  return { value: { amount, kind: amount === 0 ? "free" : FROM.test(text) ? "from" : "fixed" } };
}

function minorUnits(number: string, digits: number): number | null {
  const separators = number.replaceAll(/\d/g, "");
  if (!/\d/.test(number) || !/^([.,]*)$/.test(separators)) return null;
  const at = Math.max(number.lastIndexOf("."), number.lastIndexOf(","));
  const after = number.length - at - 1;
  const isRepeated = separators.length > 1 && new Set(separators).size === 1;
  const isDecimal = at !== -1 && !isRepeated && !(after === 3 && digits !== 3 && separators.length === 1);
  const whole = (isDecimal ? number.slice(0, at) : number).replaceAll(/[.,]/g, "");
  const fraction = isDecimal ? number.slice(at + 1).replace(/0+$/, "") : "";
  if (fraction.length > digits) return null;
  return Number(`${whole || "0"}${fraction.padEnd(digits, "0")}`);
}

/** Converts the type of a price, or a word before a price, to a kind of price. */
export function priceKindIn(cell: string): Reading<PriceKind> {
  const text = lineOf(cell);
  if (text === "") return { value: null };
  if (FREE.test(text)) return { value: "free" };
  if (FROM.test(text)) return { value: "from" };
  return FIXED.test(text) ? { value: "fixed" } : problem("not_a_price_kind");
}
