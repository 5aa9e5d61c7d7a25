import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { archiveClientField, createClientField, updateClientField } from "./clientFields.ts";
import { ClientField, ClientFieldChanges, ClientFieldInput } from "./schema.ts";

const tag = "Account";
const access = appOnly("owner", "manager");
const COLLECTION = "/businesses/:business/client-fields";

/**
 * Creates the routes that change a business's client fields (app-operations, "Session and first steps"). `GET /businesses/{b}`
 * returns the client fields.
 */
export function clientFieldRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createClientField",
      tag,
      summary: "Create a client field",
      description:
        "The field is last in order unless `position` is set. The type `choice` requires `options`.",
      body: ClientFieldInput,
      data: ClientField,
      status: 201,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => createClientField(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:field`,
      access,
      operationId: "updateClientField",
      tag,
      summary: "Update a client field",
      description:
        "Absent fields keep their values. `type` cannot change after a client has answered the field. Removing an option keeps existing answers.",
      body: ClientFieldChanges,
      data: ClientField,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => updateClientField(tx, businessId, params.field, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: `${COLLECTION}/:field`,
      access,
      operationId: "deleteClientField",
      tag,
      summary: "Delete a client field",
      description: "Client records keep the answers, but responses no longer contain them.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => archiveClientField(tx, businessId, params.field, clock.now())),
    }),
  ];
}
