import { ownOnly } from "../../../kernel/caller.ts";
import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { cachedAvailability, findAvailability } from "./ask.ts";
import { Availability, AvailabilityQuery } from "./schema.ts";

export function availabilityRoutes(context: Context): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/availability",
      access: scoped("appointments:read"),
      operationId: "findAvailability",
      tag: "Appointments",
      summary: "Find available start times",
      description:
        "Returns start times for one to ten services in sequence, each with a choice of staff members. To book a start time, send its `starts_at` and the `service_id` and `staff_id` of each item.",
      query: AvailabilityQuery,
      data: Availability,
      large: "unless_cached",
      cached: ({ businessId, query }) => cachedAvailability(context, businessId, query),
      run: async ({ businessId, caller, query }) => ({
        rawBody: await findAvailability(context, businessId, query, ownOnly(caller, businessId)),
      }),
    }),
  ];
}
