import { utcText } from "@daybook/engine";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { clientAppointments } from "../../scheduling/appointments/index.ts";
import { withSnapshot } from "../../scheduling/snapshot/index.ts";
import { blockedContactKey, Client, deleteClient } from "../clients/index.ts";
import type { PhotoStorage } from "../photos/index.ts";
import { eraseClient } from "./eraseClient.ts";
import { exportClient } from "./exportClient.ts";
import { exportJson } from "./exportJson.ts";
import { mergeClients } from "./mergeClients.ts";
import { exportLimit } from "./openExports.ts";
import { ClientExport, ClientMergeInput, ErasedClient } from "./schema.ts";

const tag = "Clients";
const CLIENT = "/businesses/:business/clients/:client";
const access = appOnly("owner", "manager");

/** Returns the routes that merge, erase and export clients (app-operations, "Clients"). `secret` is the installation's secret. */
export function clientPrivacyRoutes(
  { database, clock }: Context,
  { secret, photoStorage }: { readonly secret: string; readonly photoStorage: PhotoStorage },
): Route[] {
  const key = blockedContactKey(secret);
  const exports = exportLimit();
  return [
    route({
      method: "POST",
      path: `${CLIENT}/merge`,
      access,
      operationId: "mergeClients",
      tag,
      summary: "Merge two clients",
      description:
        "Moves all records of `from_client_id` to this client and deletes the other client. A merge cannot be undone. Empty fields of this client take the values of the other client. This client keeps both alerts, the later patch test, and a block from online booking of either client. Events are sent for the two clients, but not for their appointments.",
      body: ClientMergeInput,
      data: Client,
      versioned: true,
      run: ({ businessId, params, body, ifMatch, storeResponse }) => {
        const merge = {
          businessId,
          clientId: params.client,
          fromClientId: body.from_client_id,
          ifMatch,
          now: clock.now(),
        };
        return database.transaction(async (tx) => {
          const client = await mergeClients(tx, merge);
          return storeResponse(tx, { data: client, version: client.version });
        });
      },
    }),
    route({
      method: "POST",
      path: `${CLIENT}/erase`,
      access,
      operationId: "eraseClient",
      tag,
      summary: "Erase the personal data of a client",
      description:
        "Deletes the client and erases their personal data before the response: name, contact details, notes, answers, photos and forms. Also erases the data from events, e-mails and the audit log. Appointments, sales and payments remain without personal data.",
      data: ErasedClient,
      versioned: true,
      run: ({ businessId, params, ifMatch, storeResponse }) => {
        const now = clock.now();
        const erasure = { businessId, clientId: params.client, now, ifMatch, own: null, contactKey: key };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            await deleteClient(tx, erasure);
            // Locks the appointments, because transactions lock appointments before subjects. Locks all appointments, because the erasure
            // also changes appointments that are not cancelled.
            await clientAppointments.lock(tx, businessId, params.client);
            await clientAppointments.cancelUpcoming(tx, snapshot, erasure);
            await eraseClient(tx, erasure);
            return storeResponse(tx, { data: { id: params.client, erased_at: utcText(now) } });
          }),
        );
      },
    }),
    route({
      method: "GET",
      path: `${CLIENT}/export`,
      access,
      operationId: "exportClient",
      tag,
      summary: "Export the data of a client",
      description: "Returns one JSON document with the client and all records of the client, oldest first.",
      data: ClientExport,
      timeLimitSeconds: 120,
      run: async ({ businessId, params, runPiece }) => {
        const parts = await exportClient(database, photoStorage, businessId, params.client, clock.now());
        return { chunks: await exports.count(businessId, exportJson(runPiece, parts)) };
      },
    }),
  ];
}
