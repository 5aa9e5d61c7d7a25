import type { Reader } from "../../../platform/database/index.ts";
import { auditPage } from "./readAudit.ts";
import type { AuditEntryRecord, AuditQueryValues } from "./schema.ts";

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
/**
 * Maximum number of entries in one file, the newest first. To get older ones, the caller sends another request with an earlier
 * `to`.
 */
export const MAX_CSV_ROWS = 10_000;
/** The number of entries that are formatted in one turn of the event loop. */
const PAGE = 100;

/**
 * Returns the audit log as a CSV file (RFC 4180), newest first, with at most 10,000 entries. Throws `validation_failed` before the
 * file begins.
 */
export async function auditCsv(
  reader: Reader,
  businessId: string,
  query: Omit<AuditQueryValues, "limit" | "cursor">,
) {
  const first = await auditPage(reader, businessId, { ...query, limit: PAGE });
  async function* chunks() {
    yield `${COLUMNS.join(",")}\r\n`;
    let page = first;
    for (let left = MAX_CSV_ROWS; ; ) {
      yield page.items.map((entry) => `${lineOf(entry)}\r\n`).join("");
      left -= page.items.length;
      const cursor = page.next_cursor;
      if (cursor === null || left <= 0) return;
      page = await auditPage(reader, businessId, { ...query, cursor, limit: Math.min(PAGE, left) });
    }
  }
  return { chunks: chunks(), mediaType: "text/csv; charset=utf-8" };
}

function lineOf({ actor, ...entry }: AuditEntryRecord): string {
  const values = [
    entry.created_at,
    actor.kind,
    actor.id,
    actor.label,
    entry.address,
    entry.request_id,
    entry.entity,
    entry.entity_id,
    entry.action,
    entry.before === null ? null : JSON.stringify(entry.before),
    entry.after === null ? null : JSON.stringify(entry.after),
  ];
  return values.map(cellOf).join(",");
}

/** Formats a CSV cell. A cell that begins like a formula gets a leading apostrophe, because spreadsheets would evaluate it. */
function cellOf(value: string | null): string {
  if (value === null) return "";
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
