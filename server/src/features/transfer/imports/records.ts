import { utcOrNull, utcText } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import type { ProblemCode } from "./problems.ts";
import { countRows, type ImportedRow } from "./rowStore.ts";
import type { ImportRecord } from "./schema.ts";
import type { ImportRow } from "./store.ts";

export const UNDO_MS = 86_400_000;

const NO_ROWS = { created: 0, matched: 0, refused: 0, with_problems: 0 };

/** Converts imports to API records, with the row count per outcome. */
export async function importRecords(
  reader: Reader,
  businessId: string,
  rows: readonly ImportRow[],
): Promise<ImportRecord[]> {
  const importIds = rows.map(({ id }) => id);
  const counts = new Map(
    (await reader.query(countRows, { businessId, importIds })).map(({ import_id, ...each }) => [
      import_id,
      each,
    ]),
  );
  return rows.map((row) => ({
    ...row,
    targets: [...row.targets],
    counts: counts.get(row.id) ?? NO_ROWS,
    completed_at: utcOrNull(row.completed_at),
    undo_until:
      row.status === "completed" && row.completed_at !== null ? utcText(row.completed_at + UNDO_MS) : null,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  }));
}

/** Returns the fields of a row's API record that all kinds of import share. */
export function commonRecord(row: ImportedRow) {
  return {
    row_number: row.row_number,
    outcome: row.outcome,
    problems: row.problems.map((each) => ({ ...each, code: each.code as ProblemCode })),
    cells: row.cells,
    client_id: row.client_id,
    service_id: row.service_id,
    appointment_id: row.appointment_id,
  };
}
