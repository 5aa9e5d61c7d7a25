import type { Context } from "../../platform/context.ts";
import { type Route, route, scoped } from "../../platform/http/route.ts";
import { businessRecord } from "./businessRecord.ts";
import { Business } from "./schema.ts";

/** The business of the key (spec §4). */
export function businessRoutes(context: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business",
      access: scoped("any"),
      operationId: "getBusiness",
      summary: "The business of the key",
      description: "With the questions it asks of its clients in `client_fields`. Any valid key may read it.",
      tag: "Account",
      data: Business,
      run: async ({ businessId }) => ({ data: await businessRecord(context.database, businessId) }),
    }),
  ];
}
