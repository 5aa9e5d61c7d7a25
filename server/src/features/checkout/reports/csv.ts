import { currencyExponent } from "@daybook/engine";
import type { ReportColumn, Values } from "./columns.ts";

/** Starts of cells that spreadsheets execute as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Rows as CSV (RFC 4180) with a byte order mark, because spreadsheets take a file without one for their own encoding.
 * Amounts are decimal numbers in the currency of the last column. A text that a spreadsheet would execute as a formula gets
 * an apostrophe before it.
 */
export function csvOf(columns: readonly ReportColumn[], rows: readonly Values[], currency: string): string {
  const header = [...columns.map(({ key }) => key), "currency"];
  const lines = rows.map((row) => [
    ...columns.map((column) => cellOf(column, row[column.key] ?? null, currency)),
    currency,
  ]);
  return `\uFEFF${[header, ...lines].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("")}`;
}

function cellOf({ kind }: ReportColumn, value: number | string | null, currency: string): string {
  if (value === null) return "";
  if (kind === "money") return decimal(Number(value), currencyExponent(currency) ?? 2);
  if (typeof value === "number") return String(value);
  return FORMULA.test(value) ? `'${value}` : value;
}

/** In integers: 0.1 has no exact binary form. */
function decimal(minor: number, digits: number): string {
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  const sign = minor < 0 ? "-" : "";
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
