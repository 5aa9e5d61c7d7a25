import { NIL_ID } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { listDueForErasure } from "./store.ts";

/** A deleted client whose time has come. */
export interface DueErasure {
  readonly businessId: string;
  readonly clientId: string;
}

const PAGE = 100;
/** Clients of all businesses who were deleted at `deletedBy` (milliseconds) or before and are not erased, longest ago first. */
export async function* clientsDueForErasure(reader: Reader, deletedBy: number): AsyncGenerator<DueErasure> {
  let after: [Date, string, string] = [new Date(0), NIL_ID, NIL_ID];
  for (;;) {
    const rows = await reader.query(listDueForErasure, [new Date(deletedBy), ...after, PAGE]);
    for (const row of rows) {
      yield { businessId: row.business_id, clientId: row.id };
      after = [new Date(row.deleted_at ?? 0), row.business_id, row.id];
    }
    if (rows.length < PAGE) return;
  }
}
