import {
  EXPORT_PAGE_SIZE,
  inPages,
  type Reader,
  type Transaction,
} from "../../../platform/database/index.ts";
import { entryRecord } from "./entry.ts";
import type { WaitlistEntryRecord } from "./schema.ts";
import { cancelOfClients, type EntryRow, eraseNotesOfClients, listOfClient, moveToClient } from "./store.ts";

/**
 * The operations on waitlist entries when clients are deleted, erased, merged or exported. The caller must have locked the
 * clients.
 */
export const clientWaitlist = {
  /** Cancels the waiting entries of deleted clients. */
  cancel(tx: Transaction, businessId: string, clientIds: readonly string[], now: number): void {
    tx.write(cancelOfClients, { businessId, clientIds, now });
  },

  /** Cancels the waiting entries of erased clients and deletes the notes of all their entries. */
  erase(tx: Transaction, businessId: string, clientIds: readonly string[], now: number): void {
    clientWaitlist.cancel(tx, businessId, clientIds, now);
    tx.write(eraseNotesOfClients, { businessId, clientIds });
  },

  move(tx: Transaction, businessId: string, fromClientId: string, toClientId: string): void {
    tx.write(moveToClient, { businessId, fromClientId, toClientId });
  },

  /** Returns all entries of a client in the order of joining, in pages. */
  async *export(reader: Reader, businessId: string, clientId: string): AsyncGenerator<WaitlistEntryRecord[]> {
    const pages = inPages((last: EntryRow | undefined) =>
      reader.query(listOfClient, {
        businessId,
        clientId,
        afterAt: last?.joined_at ?? null,
        afterId: last?.id ?? null,
        limit: EXPORT_PAGE_SIZE,
      }),
    );
    for await (const page of pages) yield page.map(entryRecord);
  },
};
