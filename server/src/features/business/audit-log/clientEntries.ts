import { utcText } from "@daybook/engine";
import {
  EXPORT_PAGE_SIZE,
  inPages,
  type Reader,
  type RowOf,
  type Transaction,
} from "../../../platform/database/index.ts";
import { type clientEntryColumns, eraseEntries, listEntriesOfClients } from "./store.ts";

/**
 * Erases `before` and `after` in all entries about a client; action and actor are kept. Must be called after all other writes of
 * the erasure, in the same transaction, because those writes are logged too.
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
  const pages = inPages((last: RowOf<typeof clientEntryColumns> | undefined) =>
    reader.query(listEntriesOfClients, {
      businessId,
      clientIds,
      afterAt: last?.at ?? null,
      afterId: last?.id ?? null,
      limit: EXPORT_PAGE_SIZE,
    }),
  );
  for await (const page of pages) yield page.map(({ at, ...row }) => ({ ...row, created_at: utcText(at) }));
}
