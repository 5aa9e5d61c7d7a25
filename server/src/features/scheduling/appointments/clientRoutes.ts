import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { Deleted, pageQuery, query } from "../../../platform/http/shapes.ts";
import { deleteClient } from "../../clients/clients/index.ts";
import { withSnapshot } from "../calendar/index.ts";
import { cancelUpcoming } from "./cancelUpcoming.ts";
import { listClientAppointments } from "./listClientAppointments.ts";
import { AppointmentPage } from "./schema.ts";

/** What is asked of a client and concerns their visits: they know of clients, clients do not know of them. */
export function clientAppointmentRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client/appointments",
      access: scoped("clients:read"),
      operationId: "listClientAppointments",
      summary: "List the appointments of a client",
      description: "Past and to come, in every state, newest first.",
      tag: "Clients",
      query: query(pageQuery()),
      data: AppointmentPage,
      run: async ({ businessId, caller, params, query: { limit, cursor } }) => ({
        data: await listClientAppointments(database, businessId, {
          clientId: params.client,
          ...(limit === undefined ? {} : { limit }),
          ...(cursor === undefined ? {} : { cursor }),
          own: ownOnly(caller, businessId),
        }),
      }),
    }),
    route({
      method: "DELETE",
      path: "/businesses/:business/clients/:client",
      access: scoped("clients:write"),
      operationId: "deleteClient",
      summary: "Delete a client",
      description:
        "From now on they are not found anywhere. Their requested and booked visits from now on are cancelled, without notice to them; other visits stay. What is known of them is erased after 7 days.",
      tag: "Clients",
      data: Deleted,
      versioned: true,
      run: ({ businessId, caller, params, ifMatch }) => {
        const deletion = {
          businessId,
          clientId: params.client,
          now: clock.now(),
          ifMatch,
          own: ownOnly(caller, businessId),
        };
        return withSnapshot(database, businessId, (snapshot) =>
          database.transaction(async (tx) => {
            await deleteClient(tx, deletion);
            await cancelUpcoming(tx, snapshot, deletion);
            return { data: { id: params.client, deleted: true as const } };
          }),
        );
      },
    }),
  ];
}
