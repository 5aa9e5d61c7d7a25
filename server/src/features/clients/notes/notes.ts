import { dateOf, dayAt, utcText, zoneNamed } from "@daybook/engine";
import type { OwnOnly } from "../../../kernel/caller.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { businessRecord } from "../../business/businesses/index.ts";
import { assertClient, isOwnClient, lockClientAgainstDeletion } from "../clients/index.ts";
import type { ClientNoteChanges, ClientNoteInput, ClientNoteRecord } from "./schema.ts";
import * as store from "./store.ts";

/** A client of a business; `own` restricts a staff member to their own clients. */
interface ClientReference {
  readonly businessId: string;
  readonly clientId: string;
  readonly own: OwnOnly | null;
}

/** Lists the notes of a client, pinned notes first, then by date, newest first. Throws `not_found` for an unknown client. */
export async function listNotes(
  reader: Reader,
  { businessId, clientId, own }: ClientReference,
  { limit = PAGE_SIZE, cursor }: { readonly limit?: number; readonly cursor?: string },
): Promise<{ items: ClientNoteRecord[]; next_cursor: string | null }> {
  const listing = { list: "client notes", businessId, clientId };
  const key = keyOfCursor(listing, cursor, ["integer", "text", "id"]);
  await assertClient(reader, businessId, clientId, own);
  const rows = await reader.query(store.listNotes, {
    businessId,
    clientId,
    afterPinned: key === null ? null : key[0] === 1,
    afterOn: key?.[1] ?? null,
    afterId: key?.[2] ?? null,
    limit: limit + 1,
  });
  return pageOf(listing, rows, limit, (row) => [Number(row.is_pinned), row.noted_on, row.id], noteRecord);
}

/** Creates a note. Without a date, the note gets the current date in the business's time zone. Throws `not_found` for an unknown client. */
export async function createNote(
  tx: Transaction,
  reference: ClientReference,
  note: ClientNoteInput,
  now: number,
): Promise<ClientNoteRecord> {
  const { businessId, clientId } = reference;
  await lockClient(tx, reference);
  const { time_zone } = await businessRecord(tx, businessId);
  const row = {
    id: newId(),
    client_id: clientId.toLowerCase(),
    text: note.text,
    noted_on: note.noted_on ?? dateOf(dayAt(zoneNamed(time_zone), now)),
    is_pinned: note.pinned ?? false,
    created_at: now,
    updated_at: now,
  };
  tx.write(store.insertNote, { ...row, business_id: businessId });
  return noteRecord(row);
}

/** Updates a note. If no value differs, keeps `updated_at`. Throws `not_found` for an unknown note. */
export async function updateNote(
  tx: Transaction,
  reference: ClientReference & { readonly noteId: string },
  changes: ClientNoteChanges,
  now: number,
): Promise<ClientNoteRecord> {
  const before = await lockNote(tx, reference);
  const after = {
    ...before,
    text: changes.text ?? before.text,
    noted_on: changes.noted_on ?? before.noted_on,
    is_pinned: changes.pinned ?? before.is_pinned,
  };
  const isChanged =
    after.text !== before.text || after.noted_on !== before.noted_on || after.is_pinned !== before.is_pinned;
  if (!isChanged) return noteRecord(before);
  const { text, noted_on, is_pinned } = after;
  // A trigger stores the later of `now` and the previous `updated_at`, so the response must contain the later time too.
  const updatedAt = Math.max(now, before.updated_at);
  tx.write(store.updateNote, {
    business_id: reference.businessId,
    id: before.id,
    ...{ text, noted_on, is_pinned, updated_at: updatedAt },
  });
  return noteRecord({ ...after, updated_at: updatedAt });
}

/** Deletes a note. Throws `not_found` for an unknown note. */
export async function deleteNote(
  tx: Transaction,
  reference: ClientReference & { readonly noteId: string },
): Promise<{ id: string; deleted: true }> {
  const { id } = await lockNote(tx, reference);
  tx.write(store.deleteNote, { businessId: reference.businessId, noteId: id });
  return { id, deleted: true };
}

async function lockClient(tx: Transaction, { businessId, clientId, own }: ClientReference): Promise<void> {
  if (!(await lockClientAgainstDeletion(tx, businessId, clientId))) throw notFound();
  if (own !== null && !(await isOwnClient(tx, businessId, clientId, own))) throw notFound();
}

async function lockNote(
  tx: Transaction,
  reference: ClientReference & { readonly noteId: string },
): Promise<store.NoteRow> {
  const { businessId, clientId, noteId } = reference;
  await lockClient(tx, reference);
  const [row] = await tx.query(store.lockNote, { businessId, clientId, noteId });
  if (row === undefined) throw notFound();
  return row;
}

export function noteRecord({ is_pinned, ...row }: store.NoteRow): ClientNoteRecord {
  return {
    id: row.id,
    client_id: row.client_id,
    text: row.text,
    noted_on: row.noted_on,
    pinned: is_pinned,
    created_at: utcText(row.created_at),
    updated_at: utcText(row.updated_at),
  };
}
