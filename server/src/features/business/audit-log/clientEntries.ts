import { utcText } from "@daybook/engine";
import { pagesOfClient, type Reader, type Transaction } from "../../../platform/database/index.ts";
import { eraseEntries, listEntriesOfClients } from "./store.ts";

/**
 * Erases `before` and `after` in all entries about a client; action and actor are kept. Must be called after all other writes of the
 * erasure, in the same transaction, because the audit log contains these writes too.
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

/** Reads all entries about these clients, oldest first, in pages for the export of a client's data. */
export async function* exportClientEntries(
  reader: Reader,
  businessId: string,
  clientIds: readonly string[],
): AsyncGenerator<ExportedAuditEntry[]> {
  const pages = pagesOfClient(reader, listEntriesOfClients, { businessId, clientIds }, (row) => [
    row.at,
    row.id,
  ]);
  for await (const page of pages) yield page.map(({ at, ...row }) => ({ ...row, created_at: utcText(at) }));
}
