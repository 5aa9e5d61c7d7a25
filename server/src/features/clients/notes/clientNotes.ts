import {
  EXPORT_PAGE_SIZE,
  inPages,
  type Reader,
  type Transaction,
} from "../../../platform/database/index.ts";
import { noteRecord } from "./notes.ts";
import type { ClientNoteRecord } from "./schema.ts";
import { deleteNotesOfClient, listNotesForExport, moveNotesToClient, type NoteRow } from "./store.ts";

/** Deletes all notes of a client because the client is erased. */
export function eraseNotesOf(tx: Transaction, businessId: string, clientId: string): void {
  tx.write(deleteNotesOfClient, { businessId, clientId });
}

/** Moves all notes of one client to another because the clients are merged. The caller must have locked both clients. */
export function moveNotes(
  tx: Transaction,
  businessId: string,
  fromClientId: string,
  toClientId: string,
): void {
  tx.write(moveNotesToClient, { businessId, fromClientId, toClientId });
}

/** Returns all notes of a client in the order of their creation, in pages for the export of the client's data. */
export async function* exportNotes(
  reader: Reader,
  businessId: string,
  clientId: string,
): AsyncGenerator<ClientNoteRecord[]> {
  const pages = inPages((last: NoteRow | undefined) =>
    reader.query(listNotesForExport, {
      businessId,
      clientId,
      afterId: last?.id ?? null,
      limit: EXPORT_PAGE_SIZE,
    }),
  );
  for await (const page of pages) yield page.map(noteRecord);
}
