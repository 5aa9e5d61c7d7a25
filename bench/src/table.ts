/** One line of the table: what was measured, against what, and how many times as much it is. */
export interface Row {
  readonly work: string;
  /** As they are printed, with their units. */
  readonly ours: string;
  readonly reference: string;
  /** Ours by the reference; absent where the bar is a number of its own. */
  readonly ratio?: number;
  readonly bar: string;
  /** Whether the bar is met; absent where there is none. */
  readonly isMet?: boolean;
}

/** A row that could not be measured, and why. */
export interface Skipped {
  readonly work: string;
  readonly why: string;
}

/** The rows in columns as wide as their longest cell, a line each, with a heading. */
export function tableText(rows: readonly Row[]): string {
  const cells = [
    ["work", "ours", "reference", "ratio", "bar", ""],
    ...rows.map((row) => [
      row.work,
      row.ours,
      row.reference,
      row.ratio === undefined ? "" : row.ratio.toFixed(2),
      row.bar,
      row.isMet === undefined ? "" : row.isMet ? "ok" : "MISSED",
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

/** Microseconds and requests per second as people read them. */
export const micros = (value: number) => (value < 10 ? `${value.toFixed(1)} µs` : `${Math.round(value)} µs`);
export const perSecond = (value: number) => `${Math.round(value).toLocaleString("en-US")}/s`;
