import { dateOf, dayAt, zoneNamed } from "@daybook/engine";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { deleteNotesOfImported, insertNotes } from "./store.ts";

/** Adds the notes in an imported file to the clients who were created from the same file. */
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
 * Deletes the imported notes of clients whose import is undone. Notes that were added or changed later remain; their foreign key then
 * prevents the deletion of the client.
 */
export function removeImportedNotes(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(deleteNotesOfImported, { businessId, clientIds });
}
