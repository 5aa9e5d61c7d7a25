import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { type SchedulingSnapshot, withSnapshot } from "../../scheduling/snapshot/index.ts";
import { createClient } from "./createClient.ts";
import { deleteClient } from "./deleteClient.ts";
import { listDuplicates } from "./duplicates.ts";
import { listClients } from "./listClients.ts";
import { readClient } from "./readClients.ts";
import {
  Client,
  ClientChanges,
  ClientInput,
  ClientListQuery,
  ClientPage,
  Duplicates,
  DuplicatesQuery,
} from "./schema.ts";
import { updateClient } from "./updateClient.ts";

const tag = "Clients";
const CLIENTS = "/businesses/:business/clients";
const CLIENT = `${CLIENTS}/:client` as const;

/** A function that cancels a client's future appointments in the transaction of the client's deletion. */
export type CancelAppointments = (
  tx: Transaction,
  snapshot: SchedulingSnapshot,
  deletion: { readonly clientId: string; readonly now: number },
) => Promise<void>;

/**
 * Returns the routes of clients (spec §4). A caller with the role `staff` reads and changes only their own clients (contract
 * §2), without the clients' contacts unless the policy allows contacts. `cancelAppointments` is a parameter because
 * appointments depend on clients.
 */
export function clientRoutes(
  { database, clock }: Context,
  { cancelAppointments }: { readonly cancelAppointments: CancelAppointments },
): Route[] {
  return [
    route({
      method: "GET",
      path: CLIENTS,
      access: scoped("clients:read"),
      operationId: "listClients",
      summary: "List clients",
      description:
        "Sorted by last name, first name and id. Clients without a last name come first. With `updated_since`, sorted by time of update and id.",
      tag,
      query: ClientListQuery,
      data: ClientPage,
      run: async ({ businessId, caller, query }) => ({
        data: await listClients(database, businessId, query, clock.now(), ownOnly(caller, businessId)),
      }),
    }),
    route({
      method: "GET",
      path: `${CLIENTS}/duplicates`,
      access: appOnly("owner", "manager"),
      operationId: "listDuplicateClients",
      summary: "List possible duplicates of a client",
      description: "Returns clients with the same phone number, e-mail address or full name.",
      tag,
      query: DuplicatesQuery,
      data: Duplicates,
      run: async ({ businessId, query }) => ({
        data: await listDuplicates(database, businessId, query.client_id.toLowerCase(), clock.now()),
      }),
    }),
    route({
      method: "POST",
      path: CLIENTS,
      access: scoped("clients:write"),
      operationId: "createClient",
      summary: "Create a client",
      tag,
      body: ClientInput,
      data: Client,
      status: 201,
      versioned: true,
      run: ({ businessId, body, caller, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const createdBy = caller.kind === "session" ? caller.userId : null;
        const now = clock.now();
        return database.transaction(async (tx) => {
          const client = await createClient(tx, { businessId, createdBy, now, client: body, own });
          return storeResponse(tx, { data: client, version: client.version });
        });
      },
    }),
    route({
      method: "GET",
      path: CLIENT,
      access: scoped("clients:read"),
      operationId: "getClient",
      summary: "Get a client",
      tag,
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
      path: CLIENT,
      access: scoped("clients:write"),
      operationId: "updateClient",
      summary: "Update a client",
      description:
        "Absent fields keep their values. A null clears a field. `custom_fields` are merged by field id.",
      tag,
      body: ClientChanges,
      data: Client,
      versioned: true,
      run: ({ businessId, caller, params, body, ifMatch, storeResponse }) => {
        const own = ownOnly(caller, businessId);
        const update = { businessId, clientId: params.client, now: clock.now(), ifMatch, changes: body, own };
        return database.transaction(async (tx) => {
          const client = await updateClient(tx, update);
          return storeResponse(tx, { data: client, version: client.version });
        });
      },
    }),
    route({
      method: "DELETE",
      path: CLIENT,
      access: scoped("clients:write"),
      operationId: "deleteClient",
      summary: "Delete a client",
      description:
        "Other operations then return 404 for the client. Future appointments with the status `requested` or `booked` are cancelled without a notification. Other appointments do not change. The personal data of the client is erased after 7 days.",
      tag,
      data: Deleted,
      versioned: true,
      run: ({ businessId, caller, params, ifMatch }) => {
        const own = ownOnly(caller, businessId);
        const deletion = { businessId, clientId: params.client, now: clock.now(), ifMatch, own };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            await deleteClient(tx, deletion);
            await cancelAppointments(tx, snapshot, deletion);
            return { data: { id: params.client, deleted: true as const } };
          }),
        );
      },
    }),
  ];
}
