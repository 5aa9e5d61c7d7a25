import type { RunPiece } from "../../../platform/limits/index.ts";
import type { ClientExportRecord } from "./schema.ts";

/** An export as JSON text. Each record of a list is a piece of work: all records together may have megabytes (decision 36). */
export async function exportJson(run: RunPiece, data: ClientExportRecord): Promise<string> {
  const fields: string[] = [];
  for (const [name, value] of Object.entries(data))
    fields.push(
      `${JSON.stringify(name)}:${Array.isArray(value) ? await listJson(run, value) : JSON.stringify(value)}`,
    );
  return `{${fields.join(",")}}`;
}

async function listJson(run: RunPiece, records: readonly unknown[]): Promise<string> {
  const texts: string[] = [];
  for (const record of records) texts.push(await run(() => JSON.stringify(record)));
  return `[${texts.join(",")}]`;
}
