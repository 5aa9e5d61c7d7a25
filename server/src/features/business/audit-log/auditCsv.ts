import { utcText } from "@daybook/engine";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import { filtersOf } from "./readAudit.ts";
import type { AuditQueryValues } from "./schema.ts";
import { type entryTextColumns, listEntryTexts } from "./store.ts";

const COLUMNS = [
  "at",
  "actor_kind",
  "actor_id",
  "actor_label",
  "address",
  "request_id",
  "entity",
  "entity_id",
  "action",
  "before",
  "after",
] as const;
/** Maximum number of entries in one file. The file contains the newest entries; a request with an earlier `to` returns older ones. */
export const MAX_CSV_ROWS = 10_000;
/** The maximum number of entries per page. The server reads and formats one page at a time. */
const PAGE = 100;

/**
 * Returns the audit log as a CSV file (RFC 4180), newest first, with at most 10,000 entries. The values before and after a change are JSON.
 * Reads the first page before the response begins, so that a failed read becomes an error response.
 */
export async function auditCsv(
  reader: Reader,
  businessId: string,
  query: Omit<AuditQueryValues, "limit" | "cursor">,
) {
  const filters = filtersOf(businessId, query);
  const read = (last: EntryText | undefined, limit: number) =>
    reader.query(listEntryTexts, {
      ...filters,
      afterAt: last?.at ?? null,
      afterId: last?.id ?? null,
      limit,
    });
  const first = await read(undefined, PAGE);
  async function* chunks() {
    yield `${COLUMNS.join(",")}\r\n`;
    let left = MAX_CSV_ROWS;
    for (let page = first; page.length > 0; ) {
      const rows = page;
      yield await eventLoop.run(businessId, () => rows.map((row) => `${lineOf(row)}\r\n`).join(""));
      left -= rows.length;
      if (left === 0) return;
      page = await read(rows.at(-1), Math.min(PAGE, left));
    }
  }
  return { chunks: chunks(), mediaType: "text/csv; charset=utf-8" };
}

type EntryText = RowOf<typeof entryTextColumns>;

function lineOf(entry: EntryText): string {
  const values = [
    utcText(entry.at),
    entry.actor_kind,
    entry.actor_id,
    entry.actor_label || null,
    entry.address,
    entry.request_id,
    entry.entity,
    entry.entity_id,
    entry.action,
    entry.before,
    entry.after,
  ];
  return values.map(cellOf).join(",");
}

/**
 * Formats a CSV cell. A cell that begins with a formula character gets a leading apostrophe, because a spreadsheet would evaluate
 * the formula.
 */
function cellOf(value: string | null): string {
  if (value === null) return "";
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
