import type { OwnOnly } from "../../../kernel/caller.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { masksContacts } from "./contactMasking.ts";
import type { ClientSummaryRecord } from "./schema.ts";
import { findSummaries } from "./store.ts";

/**
 * Returns the summaries of clients by id, without deleted clients. The caller must already have checked that the user may read these
 * clients: `own` only determines whether the contacts are masked.
 */
export async function readClientSummaries(
  reader: Reader,
  businessId: string,
  clientIds: readonly string[],
  own: OwnOnly | null,
): Promise<ReadonlyMap<string, ClientSummaryRecord>> {
  if (clientIds.length === 0) return new Map();
  const [rows, isMasked] = await Promise.all([
    reader.query(findSummaries, { businessId, clientIds: [...new Set(clientIds)] }),
    masksContacts(reader, businessId, own),
  ]);
  const shown = (row: ClientSummaryRecord): ClientSummaryRecord =>
    isMasked ? { ...row, phone_e164: null, contacts_masked: true } : row;
  return new Map(rows.map((row) => [row.id, shown(row)]));
}
