import { dateOf, dayAt, zoneNamed } from "@daybook/engine";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { deleteNotesOfImported, insertNotes } from "./store.ts";

/** Adds the notes of a file to the clients who were created from it. */
export async function addImportedNotes(
  tx: Transaction,
  businessId: string,
  notes: readonly { readonly clientId: string; readonly text: string }[],
  now: number,
): Promise<void> {
  if (notes.length === 0) return;
  const { time_zone } = await businessRecord(tx, businessId);
  const noted_on = dateOf(dayAt(zoneNamed(time_zone), now));
  const rows = notes.map(({ clientId, text }) => ({
    business_id: businessId,
    id: newId(),
    client_id: clientId,
    text,
    noted_on,
    is_pinned: false,
    created_at: now,
    updated_at: now,
  }));
  tx.write(insertNotes, { rows });
}

/**
 * Deletes the imported notes of clients whose import is undone. A note that was written or changed later stays, and with it the
 * client: the database refuses to delete a client with notes.
 */
export function removeImportedNotes(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(deleteNotesOfImported, { businessId, clientIds });
}
