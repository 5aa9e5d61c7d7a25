import {
  column,
  insertInto,
  insertRows,
  list,
  omit,
  pick,
  type RowOf,
  selectWhere,
  statement,
  updateRow,
  updateWhere,
} from "../../../platform/database/index.ts";
import { clientNotes, clientsView } from "../../../tables/clients.ts";

const { columns } = clientNotes;
const noteColumns = omit(columns, "business_id");

export type NoteRow = RowOf<typeof noteColumns>;

const client = { businessId: column.id, clientId: column.id };

/**
 * A page of the notes of a client: pinned notes first, then by date, newest first. The page starts after the given note (null for
 * the first page).
 */
export const listNotes = statement({
  name: "client_notes_list",
  params: {
    ...client,
    afterPinned: column.nullable(column.flag),
    afterOn: column.nullable(column.date),
    afterId: column.nullable(column.id),
    limit: column.integer,
  },
  columns: noteColumns,
  sql: `select ${list(noteColumns)}
        from client_notes
        where business_id = $businessId
          and client_id = $clientId
          and ($afterId is null or (is_pinned, noted_on, id) < ($afterPinned, $afterOn, $afterId))
        order by is_pinned desc, noted_on desc, id desc
        limit $limit`,
});

/** A page of the notes of a client in the order of their creation, starting after the given note (null for the first page). */
export const listNotesForExport = statement({
  name: "client_notes_list_for_export",
  params: { ...client, afterId: column.nullable(column.id), limit: column.integer },
  columns: noteColumns,
  sql: `select ${list(noteColumns)}
        from client_notes
        where business_id = $businessId
          and client_id = $clientId
          and ($afterId is null or id > $afterId)
        order by id
        limit $limit`,
});

export const lockNote = selectWhere("client_notes_lock", clientNotes, {
  columns: noteColumns,
  where: { businessId: "business_id", clientId: "client_id", noteId: "id" },
  ending: "for update",
});

export const insertNote = insertInto("client_notes_insert", clientNotes);

export const insertNotes = insertRows("client_notes_insert_imported", clientNotes);

/** Deletes the notes that were created in the same import as their client and never changed. */
export const deleteNotesOfImported = statement({
  name: "client_notes_delete_of_imported",
  params: { businessId: column.id, clientIds: column.ids },
  sql: `delete from client_notes
        using ${clientsView} as client
        where client_notes.business_id = $businessId
          and client_notes.client_id = any ($clientIds)
          and client.business_id = client_notes.business_id
          and client.id = client_notes.client_id
          and client_notes.created_at <= client.created_at
          and client_notes.updated_at = client_notes.created_at`,
});

export const updateNote = updateRow(
  "client_notes_update",
  clientNotes,
  pick(columns, "text", "noted_on", "is_pinned", "updated_at"),
);

export const deleteNote = statement({
  name: "client_notes_delete",
  params: { businessId: column.id, noteId: column.id },
  sql: `delete from client_notes
        where business_id = $businessId
          and id = $noteId`,
});

export const deleteNotesOfClient = statement({
  name: "client_notes_delete_of_client",
  params: client,
  sql: `delete from client_notes
        where business_id = $businessId
          and client_id = $clientId`,
});

export const moveNotesToClient = updateWhere("client_notes_move", clientNotes, {
  set: { toClientId: "client_id" },
  where: { businessId: "business_id", fromClientId: "client_id" },
});
