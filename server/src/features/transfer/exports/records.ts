import { utcOrNull, utcText } from "@daybook/engine";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { ExportRecord } from "./schema.ts";
import { type ExportRow, findExport, insertExport } from "./store.ts";

export function exportRecord(row: ExportRow): ExportRecord {
  return {
    ...row,
    expires_at: utcOrNull(row.expires_at),
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}

/** Returns an export. Throws `not_found` for an unknown export. */
export async function readExport(reader: Reader, businessId: string, exportId: string): Promise<ExportRow> {
  const [row] = await reader.query(findExport, { businessId, exportId });
  if (row === undefined) throw notFound();
  return row;
}

/** Queues an export. A worker writes its file. */
export function createExport(
  tx: Transaction,
  { businessId, userId, now }: { readonly businessId: string; readonly userId: string; readonly now: number },
): ExportRecord {
  const row = {
    ...{ id: newId(), status: "queued" as const, done_count: 0, table_count: 0, byte_length: null },
    ...{ created_at: now, updated_at: now },
  };
  tx.write(insertExport, { ...row, business_id: businessId, requested_by: userId });
  return exportRecord({ ...row, expires_at: null });
}
