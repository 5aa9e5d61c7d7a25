import { utcText } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { auditPage } from "./readAudit.ts";
import type { HistoryPageRecord } from "./schema.ts";

/**
 * Lists the changes of one record, newest first, with the actors and the changed fields. The values are omitted, because only owners may
 * read them (in the audit log). The caller must have checked that the user may read the record.
 */
export async function historyOf(
  reader: Reader,
  businessId: string,
  entityId: string,
  page: { readonly limit?: number; readonly cursor?: string },
): Promise<HistoryPageRecord> {
  const { items, next_cursor } = await auditPage(reader, businessId, { ...page, entity_id: entityId });
  return {
    next_cursor,
    items: items.map(({ id, actor, entity, action, before, after, created_at }) => ({
      id,
      at: utcText(Date.parse(created_at)),
      who: actor,
      entity,
      action,
      changed: [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].sort(),
    })),
  };
}
