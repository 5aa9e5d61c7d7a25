import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { pageQuery, query } from "../../../platform/http/shapes.ts";
import { listClientAppointments } from "./listClientAppointments.ts";
import { AppointmentPage } from "./schema.ts";

/** What is asked of a client and concerns their visits: they know of clients, clients do not know of them. */
export function clientAppointmentRoutes({ database }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/clients/:client/appointments",
      access: scoped("clients:read"),
      operationId: "listClientAppointments",
      summary: "List the appointments of a client",
      description: "Past and future, in all states, newest first.",
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
  ];
}
