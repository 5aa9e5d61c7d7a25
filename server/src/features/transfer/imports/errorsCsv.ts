import { csvLine, withoutFormula } from "../../../platform/csv.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { listRows } from "./rowStore.ts";
import type { ImportRow } from "./store.ts";

const ROWS_PER_PAGE = 1_000;

/**
 * Returns the rows with problems as CSV: the columns of the file and a column with the problems, so that users can correct the rows
 * and import them again. Starts with a byte order mark, without which Excel does not read CSV as UTF-8.
 */
export async function errorsCsv(reader: Reader, businessId: string, row: ImportRow): Promise<string> {
  const lines = [csvLine([...row.columns, "Problem"].map(withoutFormula))];
  let afterNumber = 0;
  for (;;) {
    const page = { afterNumber, outcome: null, withProblems: true, limit: ROWS_PER_PAGE };
    const rows = await reader.query(listRows, { businessId, importId: row.id, ...page });
    for (const { cells, problems } of rows) {
      const reasons = problems.map(({ column, message }) =>
        column === null ? message : `${column}: ${message}`,
      );
      const line = [...(cells ?? row.columns.map(() => "")), reasons.join("; ")];
      lines.push(csvLine(line.map(withoutFormula)));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return `\ufeff${lines.join("")}`;
    afterNumber = last.row_number;
  }
}
