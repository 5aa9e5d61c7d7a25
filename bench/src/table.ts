/** One line of the printed table: a measurement with its reference, their ratio and the target. */
export interface Row {
  readonly name: string;
  /** The measured value with its unit, as text. */
  readonly result: string;
  readonly reference: string;
  /** The result divided by the reference. Absent if the table shows no ratio for the row. */
  readonly ratio?: number;
  readonly target: string;
  /** Whether the target is met. Absent if there is no target. */
  readonly isMet?: boolean;
}

/** A skipped or failed measurement, with the reason. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

/** Formats the rows as lines under a heading with aligned columns. */
export function tableText(rows: readonly Row[]): string {
  const cells = [
    ["measurement", "Daybook", "reference", "ratio", "target", ""],
    ...rows.map((row) => [
      row.name,
      row.result,
      row.reference,
      row.ratio === undefined ? "" : row.ratio.toFixed(2),
      row.target,
      row.isMet === undefined ? "" : row.isMet ? "ok" : "MISSED",
    ]),
  ];
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

export const micros = (value: number) => (value < 10 ? `${value.toFixed(1)} µs` : `${Math.round(value)} µs`);
export const perSecond = (value: number) => `${Math.round(value).toLocaleString("en-US")}/s`;
