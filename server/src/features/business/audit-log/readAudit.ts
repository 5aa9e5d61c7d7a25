import { utcOrNull, utcText } from "@daybook/engine";
import { instantOf } from "../../../kernel/instants.ts";
import type { Reader, RowOf } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import type { AuditEntryRecord, AuditPageRecord, AuditQueryValues } from "./schema.ts";
import { type entryColumns, listEntries } from "./store.ts";

/** Returns a page of the audit log, newest first. Throws `validation_failed` for a cursor of another list or filter. */
export async function auditPage(
  reader: Reader,
  businessId: string,
  query: AuditQueryValues,
): Promise<AuditPageRecord> {
  const { limit = PAGE_SIZE, cursor } = query;
  const listing = { ...query, list: "audit-log", businessId };
  const [afterAt, afterId] = keyOfCursor(listing, cursor, ["instant", "id"]) ?? [null, null];
  const page = { afterAt, afterId, limit: limit + 1 };
  const rows = await reader.query(listEntries, { ...filtersOf(businessId, query), ...page });
  return pageOf(listing, rows, limit, (row) => [row.at, row.id], recordOf);
}

/** Returns the parameters of the statements that list entries; a filter that the query does not set is null. */
export function filtersOf(businessId: string, query: Omit<AuditQueryValues, "limit" | "cursor">) {
  return {
    businessId,
    actorKind: query.actor_kind ?? null,
    actorId: query.actor_id ?? null,
    entity: query.entity ?? null,
    entityId: query.entity_id ?? null,
    fromAt: query.from === undefined ? null : instantOf(query.from),
    toAt: query.to === undefined ? null : instantOf(query.to),
  };
}

function recordOf(row: RowOf<typeof entryColumns>): AuditEntryRecord {
  const createdAt = utcText(row.at);
  const erasedAt = utcOrNull(row.erased_at);
  return {
    id: row.id,
    actor: { kind: row.actor_kind, id: row.actor_id, label: row.actor_label || null },
    address: row.address,
    request_id: row.request_id,
    // The cast is safe: a test compares the entities of the triggers with the published list.
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
