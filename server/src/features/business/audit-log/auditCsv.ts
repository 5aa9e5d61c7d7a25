import { Readable } from "node:stream";
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
const PAGE = 500;

/** Returns the audit log as a CSV file (RFC 4180), newest first, with at most 10,000 entries. */
export async function auditCsv(
  reader: Reader,
  businessId: string,
  query: Omit<AuditQueryValues, "limit" | "cursor">,
) {
  const lines = [COLUMNS.join(",")];
  let cursor: string | null = null;
  do {
    const page = await auditPage(reader, businessId, {
      ...query,
      limit: PAGE,
      ...(cursor === null ? {} : { cursor }),
    });
    lines.push(...page.items.map(lineOf));
    cursor = page.next_cursor;
  } while (cursor !== null && lines.length <= MAX_CSV_ROWS);
  const bytes = Buffer.from(`${lines.slice(0, MAX_CSV_ROWS + 1).join("\r\n")}\r\n`);
  return {
    file: { mediaType: "text/csv; charset=utf-8", length: bytes.length, stream: Readable.from([bytes]) },
  };
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
