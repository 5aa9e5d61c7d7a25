import { currencyExponent } from "@daybook/engine";
import { csvLine, withoutFormula } from "../../../platform/csv.ts";
import type { ReportColumn, Values } from "./columns.ts";

/**
 * Formats rows as CSV (RFC 4180). Starts with a byte order mark, because spreadsheet programs otherwise assume another encoding. Amounts
 * are decimal numbers; the last column contains their currency. A text that a spreadsheet would execute as a formula is prefixed with an
 * apostrophe.
 */
export function csvOf(columns: readonly ReportColumn[], rows: readonly Values[], currency: string): string {
  const header = [...columns.map(({ key }) => key), "currency"];
  const lines = rows.map((row) => [
    ...columns.map((column) => cellOf(column, row[column.key] ?? null, currency)),
    currency,
  ]);
  return `\uFEFF${[header, ...lines].map(csvLine).join("")}`;
}

function cellOf({ kind }: ReportColumn, value: number | string | null, currency: string): string {
  if (value === null) return "";
  if (kind === "money") return decimal(Number(value), currencyExponent(currency) ?? 2);
  if (typeof value === "number") return String(value);
  return withoutFormula(value);
}

/** Formats minor units as a decimal number. Avoids floating-point arithmetic, because 0.1 has no exact binary representation. */
function decimal(minor: number, digits: number): string {
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
