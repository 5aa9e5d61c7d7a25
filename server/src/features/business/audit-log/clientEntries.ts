import { utcText } from "@daybook/engine";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { eraseEntries, listEntriesOfClient } from "./store.ts";

/**
 * Empties what the log says of a person who is erased: that something was done stays, and who did it, but not what it was
 * before and after. To be called behind everything else that the erasure writes, in its transaction: that is logged too.
 */
export function eraseClientEntries(tx: Transaction, businessId: string, clientId: string, now: number): void {
  tx.write(eraseEntries, [businessId, clientId, new Date(now)]);
}

/** An entry as a person is told of it: not who did it, nor from where. */
export interface ExportedEntry {
  readonly id: string;
  readonly actor_kind: "user" | "key" | "public" | "system";
  readonly entity: string;
  readonly entity_id: string;
  readonly action: "created" | "changed" | "deleted";
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly created_at: string;
}

/** What the log says of a person, oldest first: for the export of everything that is held on them. */
export async function exportClientEntries(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<ExportedEntry[]> {
  const rows = await reader.query(listEntriesOfClient, [businessId, clientId]);
  return rows.map(({ at, ...row }) => ({ ...row, created_at: utcText(at) }));
}
