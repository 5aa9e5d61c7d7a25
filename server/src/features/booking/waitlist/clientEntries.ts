import { pagesOfClient, type Reader, type Transaction } from "../../../platform/database/index.ts";
import { dropOffer } from "./endOffer.ts";
import { entryRecord } from "./entry.ts";
import { saveEntry } from "./saveEntry.ts";
import type { WaitlistEntryRecord } from "./schema.ts";
import { eraseNotesOfClients, listOfClient, lockOfClients, moveToClient } from "./store.ts";

/** Operations on waitlist entries for deleted, erased, merged and exported clients. The caller must have locked the clients. */
export const clientWaitlist = {
  /** Cancels the open entries of deleted clients, and the pending offers of these entries. */
  async cancel(
    tx: Transaction,
    businessId: string,
    clientIds: readonly string[],
    now: number,
  ): Promise<void> {
    for (const entry of await tx.query(lockOfClients, { businessId, clientIds })) {
      await dropOffer(tx, businessId, entry.id, now);
      saveEntry(tx, businessId, entry, { status: "cancelled" }, now);
    }
  },

  /** Cancels the open entries of erased clients and deletes the notes of all their entries. */
  async erase(tx: Transaction, businessId: string, clientIds: readonly string[], now: number): Promise<void> {
    await clientWaitlist.cancel(tx, businessId, clientIds, now);
    tx.write(eraseNotesOfClients, { businessId, clientIds });
  },

  move(tx: Transaction, businessId: string, fromClientId: string, toClientId: string): void {
    tx.write(moveToClient, { businessId, fromClientId, toClientId });
  },

  /** Returns all entries of a client in the order of joining, in pages. */
  async *export(reader: Reader, businessId: string, clientId: string): AsyncGenerator<WaitlistEntryRecord[]> {
    const pages = pagesOfClient(reader, listOfClient, { businessId, clientId }, (row) => [
      row.joined_at,
      row.id,
    ]);
    for await (const page of pages) yield page.map(entryRecord);
  },
};
