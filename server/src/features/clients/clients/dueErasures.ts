import { NIL_ID } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { listDeletedOf, listDueForErasure } from "./privacyStore.ts";

export interface DueErasure {
  readonly businessId: string;
  readonly clientId: string;
}

const PAGE = 100;

/**
 * Returns, for all businesses, the clients who were deleted at or before `deletedUntilAt` (milliseconds) and are not erased
 * yet, in the order of their deletion.
 */
export async function* clientsDueForErasure(
  reader: Reader,
  deletedUntilAt: number,
): AsyncGenerator<DueErasure> {
  let after = { afterAt: 0, afterBusinessId: NIL_ID, afterId: NIL_ID };
  for (;;) {
    const rows = await reader.query(listDueForErasure, { deletedUntilAt, ...after, limit: PAGE });
    for (const { business_id, id, deleted_at } of rows) {
      yield { businessId: business_id, clientId: id };
      after = { afterAt: deleted_at ?? 0, afterBusinessId: business_id, afterId: id };
    }
    if (rows.length < PAGE) return;
  }
}

/** Returns, for one business, the first `limit` clients who are deleted but not erased yet, in the order of their deletion. */
export async function deletedClientsOf(
  reader: Reader,
  businessId: string,
  limit: number,
): Promise<{ readonly id: string; readonly deletedAt: number }[]> {
  const rows = await reader.query(listDeletedOf, { businessId, limit });
  return rows.map(({ id, deleted_at }) => ({ id, deletedAt: deleted_at ?? 0 }));
}
