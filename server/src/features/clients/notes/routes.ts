import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createNote, deleteNote, listNotes, updateNote } from "./notes.ts";
import { ClientNote, ClientNoteChanges, ClientNoteInput, ClientNotePage, ClientNoteQuery } from "./schema.ts";

const tag = "Clients";
const NOTES = "/businesses/:business/clients/:client/notes";
const ONE = `${NOTES}/:note` as const;
/** All roles that may read a client may read and change the client's notes. */
const access = appOnly("owner", "manager", "reception", "staff");

/** Returns the routes of the staff's notes about clients, such as colour formulas. */
export function noteRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: NOTES,
      access,
      operationId: "listClientNotes",
      tag,
      summary: "List the notes about a client",
      description: "Pinned notes first, then by `noted_on`, newest first. Clients never see notes.",
      query: ClientNoteQuery,
      data: ClientNotePage,
      run: async ({ businessId, caller, params, query }) => ({
        data: await listNotes(
          database,
          { businessId, clientId: params.client, own: ownOnly(caller, businessId) },
          query,
        ),
      }),
    }),
    route({
      method: "POST",
      path: NOTES,
      access,
      operationId: "createClientNote",
      tag,
      summary: "Create a note about a client",
      body: ClientNoteInput,
      data: ClientNote,
      status: 201,
      run: ({ businessId, caller, params, body, storeResponse }) => {
        const reference = { businessId, clientId: params.client, own: ownOnly(caller, businessId) };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await createNote(tx, reference, body, clock.now()) }),
        );
      },
    }),
    route({
      method: "PATCH",
      path: ONE,
      access,
      operationId: "updateClientNote",
      tag,
      summary: "Update a note about a client",
      body: ClientNoteChanges,
      data: ClientNote,
      run: ({ businessId, caller, params, body, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const reference = { businessId, clientId: params.client, noteId: params.note, own };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await updateNote(tx, reference, body, clock.now()) }),
        );
      },
    }),
    route({
      method: "DELETE",
      path: ONE,
      access,
      operationId: "deleteClientNote",
      tag,
      summary: "Delete a note about a client",
      data: Deleted,
      run: async ({ businessId, caller, params }) => {
        const own = ownOnly(caller, businessId);
        const reference = { businessId, clientId: params.client, noteId: params.note, own };
        return { data: await database.transaction((tx) => deleteNote(tx, reference)) };
      },
    }),
  ];
}
