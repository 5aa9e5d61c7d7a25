/** Matches the start of a cell that spreadsheets would execute as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Formats cells as a line of CSV (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

/**
 * Prefixes a formula with an apostrophe, so that spreadsheets do not execute it; returns any other text
 * unchanged.
 */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
