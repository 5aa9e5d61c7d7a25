import { csvLine, withoutFormula } from "../../../platform/csv.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { listRows } from "./rowStore.ts";
import type { ImportRow } from "./store.ts";

const ROWS_PER_PAGE = 100;
/**
 * The maximum size of the file, in bytes. Less than the maximum size of an imported file, so that users can import the file
 * again.
 */
const MAX_BYTES = 9_500_000;

/**
 * Returns the rows with problems as CSV: the columns of the file and a column with the problems, so that users can correct the rows
 * and import them again. Starts with a byte order mark, without which Excel does not read CSV as UTF-8. Ends before the row that
 * would make the file too large to be imported again.
 */
export async function errorsCsv(reader: Reader, businessId: string, row: ImportRow): Promise<string> {
  const lines = [csvLine([...row.columns, "Problem"].map(withoutFormula))];
  let bytes = 0;
  let afterNumber = 0;
  for (;;) {
    const page = { afterNumber, outcome: null, withProblems: true, limit: ROWS_PER_PAGE };
    const rows = await reader.query(listRows, { businessId, importId: row.id, ...page });
    for (const { cells, problems } of rows) {
      const reasons = problems.map(({ column, message }) =>
        column === null ? message : `${column}: ${message}`,
      );
      const line = [...(cells ?? row.columns.map(() => "")), reasons.join("; ")];
      const text = csvLine(line.map(withoutFormula));
      bytes += Buffer.byteLength(text);
      if (bytes > MAX_BYTES) return fileOf(lines);
      lines.push(text);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return fileOf(lines);
    afterNumber = last.row_number;
  }
}

function fileOf(lines: readonly string[]): string {
  return `\ufeff${lines.join("")}`;
}
