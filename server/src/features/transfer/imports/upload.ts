import type { Static } from "typebox";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { UploadedFile } from "../../../platform/http/upload.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { detectEncoding, textOf } from "./decodeFile.ts";
import { IMPORT_KINDS } from "./kinds.ts";
import { type CsvFile, readCsv } from "./readCsv.ts";
import { importRecords } from "./records.ts";
import { insertImportRows } from "./rowStore.ts";
import type { ImportInput, ImportRecord } from "./schema.ts";
import { insertImport } from "./store.ts";
import { presetOf } from "./targets.ts";
import { dateOrderOf } from "./values.ts";

const ROWS_PER_STATEMENT = 1_000;

/** The number of sampled rows for detecting the order of day and month. */
const SAMPLE_ROWS = 1_000;

/** A parsed file with its encoding. The file is read before the transaction begins. */
export interface ReadFile extends CsvFile {
  readonly encoding: string;
}

/** Reads an uploaded file. Throws `validation_failed` for a file that is not CSV or is too large. */
export async function readFile(file: UploadedFile): Promise<ReadFile> {
  const encoding = await detectEncoding(file);
  return { ...(await readCsv(textOf(file, encoding))), encoding };
}

/** Stores a file as an import and suggests a target for each column. Throws `validation_failed` for a file with too many rows. */
export async function createImport(
  tx: Transaction,
  file: ReadFile,
  {
    businessId,
    input,
    now,
  }: { readonly businessId: string; readonly input: Static<typeof ImportInput>; readonly now: number },
): Promise<ImportRecord> {
  const { columns, rows, encoding, separator } = file;
  const kind = IMPORT_KINDS[input.kind];
  if (rows.length > kind.maxRows)
    throw invalid({
      path: "/file",
      message: `must have at most ${kind.maxRows} rows for this kind of import`,
    });
  const [{ country }, targets] = await Promise.all([
    businessRecord(tx, businessId),
    kind.suggest(tx, businessId, columns),
  ]);
  const row = {
    id: newId(),
    kind: input.kind,
    status: "uploaded" as const,
    file_name: input.file_name?.trim() || null,
    preset: presetOf(columns),
    encoding,
    separator,
    columns: [...columns],
    targets,
    date_order:
      dateOrderOf(rows.slice(0, SAMPLE_ROWS).flat()) ?? (country === "US" ? "month_first" : "day_first"),
    phone_country: country,
    row_count: rows.length,
    done_count: 0,
    completed_at: null,
    created_at: now,
    updated_at: now,
  };
  tx.write(insertImport, { ...row, business_id: businessId, run_by: null, run_address: null });
  const kept = { business_id: businessId, import_id: row.id, external_id: null, outcome: null, problems: [] };
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    const piece = rows.slice(at, at + ROWS_PER_STATEMENT);
    const inserted = piece.map((cells, index) => ({
      ...kept,
      row_number: at + index + 1,
      cells,
      client_id: null,
    }));
    await tx.query(insertImportRows, { rows: inserted });
  }
  const [created] = await importRecords(tx, businessId, [row]);
  return created as ImportRecord;
}
