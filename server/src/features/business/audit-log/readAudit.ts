import { utcOrNull, utcText } from "@daybook/engine";
import { instantOf } from "../../../kernel/instants.ts";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import { keysOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import type { AuditEntryRecord, AuditPageRecord, AuditQueryValues } from "./schema.ts";
import { type entryColumns, listEntries } from "./store.ts";

/** A page of what was done in a business, newest first. Throws 422 for a cursor that is not of this query. */
export async function auditPage(
  reader: Reader,
  businessId: string,
  query: AuditQueryValues,
): Promise<AuditPageRecord> {
  const { limit = PAGE_SIZE, cursor } = query;
  const listing = { ...query, list: "audit-log", businessId };
  const after = keysOfCursor(listing, cursor);
  const rows = await reader.query(listEntries, [
    businessId,
    query.actor_kind ?? null,
    query.actor_id ?? null,
    query.entity ?? null,
    query.entity_id ?? null,
    query.from === undefined ? null : new Date(instantOf(query.from)),
    query.to === undefined ? null : new Date(instantOf(query.to)),
    ...after,
    limit + 1,
  ]);
  return pageOf(listing, rows, limit, (row) => [row.at, row.id], recordOf);
}

function recordOf(row: RowOf<typeof entryColumns>): AuditEntryRecord {
  const createdAt = utcText(row.at);
  const erasedAt = utcOrNull(row.erased_at);
  return {
    id: row.id,
    actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label || null },
    address: row.address,
    request_id: row.request_id,
    // The triggers and the published list are compared by a test.
    entity: row.entity as AuditEntryRecord["entity"],
    entity_id: row.entity_id,
    action: row.action,
    before: row.before,
    after: row.after,
    erased_at: erasedAt,
    created_at: createdAt,
    updated_at: erasedAt ?? createdAt,
  };
}
