import { utcText } from "@daybook/engine";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { eraseEntries, listEntriesOfClient } from "./store.ts";

/**
 * Erases the `before` and `after` of all entries about a client; action and actor stay. Call it after all other writes of
 * the erasure in the same transaction, because these are logged as well.
 */
export function eraseClientEntries(tx: Transaction, businessId: string, clientId: string, now: number): void {
  tx.write(eraseEntries, { businessId, clientId, now });
}

/** An entry in a client's data export, without the actor's identity and address. */
export interface ExportedAuditEntry {
  readonly id: string;
  readonly actor_kind: "user" | "key" | "public" | "system";
  readonly entity: string;
  readonly entity_id: string;
  readonly action: "created" | "changed" | "deleted";
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly created_at: string;
}

/** All entries about a client, oldest first, for the export of the client's data. */
export async function exportClientEntries(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<ExportedAuditEntry[]> {
  const rows = await reader.query(listEntriesOfClient, { businessId, clientId });
  return rows.map(({ at, ...row }) => ({ ...row, created_at: utcText(at) }));
}
