import type { Context } from "../../platform/context.ts";
import { type Route, route, scoped } from "../../platform/http/route.ts";
import { changeClient } from "./changeClient.ts";
import { createClient } from "./createClient.ts";
import { listClients, readClient } from "./readClients.ts";
import { Client, ClientChange, ClientListQuery, ClientPage, NewClient } from "./schema.ts";

/** Roles that see every client file; what a staff member sees is their own clients' alone (contract §2). */
const WHOLE_FILE = ["owner", "manager", "reception"] as const;

/** Clients (spec §4). */
export function clientRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: "/businesses/:business/clients",
      access: scoped("clients:read", WHOLE_FILE),
      operationId: "listClients",
      summary: "List and search clients",
      description:
        "By last name (those without one first), first name and id; with `updated_since` by update and id.",
      tag: "Clients",
      query: ClientListQuery,
      data: ClientPage,
      run: async ({ businessId, query }) => ({
        data: await listClients(database, businessId, query, clock.now()),
      }),
    }),
    route({
      method: "POST",
      path: "/businesses/:business/clients",
      access: scoped("clients:write", WHOLE_FILE),
      operationId: "createClient",
      summary: "Create a client",
      tag: "Clients",
      body: NewClient,
      data: Client,
      status: 201,
      versioned: true,
      run: async ({ businessId, body, caller }) => {
        const createdBy = caller.kind === "session" ? caller.userId : null;
        const now = clock.now();
        const client = await database.transaction((tx) =>
          createClient(tx, { businessId, createdBy, now, client: body }),
        );
        return { data: client, version: client.version };
      },
    }),
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client",
      access: scoped("clients:read", WHOLE_FILE),
      operationId: "getClient",
      summary: "Read one client",
      tag: "Clients",
      data: Client,
      versioned: true,
      run: async ({ businessId, params }) => {
        const client = await readClient(database, businessId, params.client, clock.now());
        return { data: client, version: client.version };
      },
    }),
    route({
      method: "PATCH",
      path: "/businesses/:business/clients/:client",
      access: scoped("clients:write", WHOLE_FILE),
      operationId: "changeClient",
      summary: "Change a client",
      description: "What is absent stays, null clears; `custom_fields` are merged by field id.",
      tag: "Clients",
      body: ClientChange,
      data: Client,
      versioned: true,
      run: async ({ businessId, params, body, ifMatch }) => {
        const now = clock.now();
        const client = await database.transaction((tx) =>
          changeClient(tx, { businessId, clientId: params.client, now, ifMatch, change: body }),
        );
        return { data: client, version: client.version };
      },
    }),
  ];
}
