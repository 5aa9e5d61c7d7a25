import { utcOrNull, utcText } from "@daybook/engine";
import type { Static } from "typebox";
import type { Reader } from "../../../platform/database/index.ts";
import { clientOf, type RowReader } from "./clientOf.ts";
import type { ProblemCode } from "./problems.ts";
import { countRows, type ImportedRow } from "./rowStore.ts";
import type { ImportRecord, ImportRow as ImportRowShape } from "./schema.ts";
import type { ImportRow } from "./store.ts";

export const UNDO_MS = 86_400_000;

const NO_ROWS = { created: 0, matched: 0, refused: 0, with_problems: 0 };

/** Converts imports to API records, with the numbers of their rows by outcome. */
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

/** The fields of a client that the record of a row contains after its cells were cleared. */
interface StoredClient {
  readonly first_name: string;
  readonly last_name?: string | null;
  readonly phone_e164?: string | null;
}

/** Converts a row to its API record. The values come from its cells or, once these were cleared, from its client. */
export function rowRecord(
  row: ImportedRow,
  reader: RowReader,
  clients: ReadonlyMap<string, StoredClient>,
): Static<typeof ImportRowShape> {
  const stored = clients.get(row.client_id ?? "");
  const read = row.cells === null ? null : clientOf(row.cells, reader).client;
  const client = read ?? stored ?? null;
  return {
    row_number: row.row_number,
    outcome: row.outcome,
    problems: row.problems.map((each) => ({ ...each, code: each.code as ProblemCode })),
    cells: row.cells,
    name: client === null ? null : [client.first_name, client.last_name].filter(Boolean).join(" "),
    email: read?.email ?? null,
    phone_e164: client?.phone_e164 ?? null,
    client_id: row.client_id,
  };
}
