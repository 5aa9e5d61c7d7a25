import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { createClient } from "./createClient.ts";
import { listClients, readClient } from "./readClients.ts";
import { Client, ClientChanges, ClientInput, ClientListQuery, ClientPage } from "./schema.ts";
import { updateClient } from "./updateClient.ts";

/**
 * Clients (spec §4). A member of the staff sees and changes their own clients alone (contract §2), and does not see their
 * contacts unless the policy lets them.
 */
export function clientRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: "/businesses/:business/clients",
      access: scoped("clients:read"),
      operationId: "listClients",
      summary: "List clients",
      description:
        "By last name (those without one first), first name and id; with `updated_since` by update and id.",
      tag: "Clients",
      query: ClientListQuery,
      data: ClientPage,
      run: async ({ businessId, caller, query }) => ({
        data: await listClients(database, businessId, query, clock.now(), ownOnly(caller, businessId)),
      }),
    }),
    route({
      method: "POST",
      path: "/businesses/:business/clients",
      access: scoped("clients:write"),
      operationId: "createClient",
      summary: "Create a client",
      tag: "Clients",
      body: ClientInput,
      data: Client,
      status: 201,
      versioned: true,
      run: ({ businessId, body, caller, keep }) => {
        const own = ownOnly(caller, businessId);
        const createdBy = caller.kind === "session" ? caller.userId : null;
        const now = clock.now();
        return database.transaction(async (tx) => {
          const client = await createClient(tx, { businessId, createdBy, now, client: body, own });
          return keep(tx, { data: client, version: client.version });
        });
      },
    }),
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client",
      access: scoped("clients:read"),
      operationId: "getClient",
      summary: "Get a client",
      tag: "Clients",
      data: Client,
      versioned: true,
      run: async ({ businessId, caller, params }) => {
        const own = ownOnly(caller, businessId);
        const client = await readClient(database, businessId, params.client, clock.now(), own);
        return { data: client, version: client.version };
      },
    }),
    route({
      method: "PATCH",
      path: "/businesses/:business/clients/:client",
      access: scoped("clients:write"),
      operationId: "updateClient",
      summary: "Update a client",
      description: "What is absent stays, null clears; `custom_fields` are merged by field id.",
      tag: "Clients",
      body: ClientChanges,
      data: Client,
      versioned: true,
      run: ({ businessId, caller, params, body, ifMatch, keep }) => {
        const own = ownOnly(caller, businessId);
        const wanted = { businessId, clientId: params.client, now: clock.now(), ifMatch, change: body, own };
        return database.transaction(async (tx) => {
          const client = await updateClient(tx, wanted);
          return keep(tx, { data: client, version: client.version });
        });
      },
    }),
  ];
}
