import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { listLocations } from "./listLocations.ts";
import { locationRecord } from "./locationRecord.ts";
import { publishingRoutes } from "./publishingRoutes.ts";
import { Location, LocationPage, LocationsQuery } from "./schema.ts";
import type { AppointmentLocalTimes } from "./updateLocation.ts";
import { locationWriteRoutes } from "./writeRoutes.ts";

/** Creates the routes of locations (spec §4). */
export function locationRoutes(context: Context, appointments: AppointmentLocalTimes): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/locations",
      access: scoped("services:read"),
      operationId: "listLocations",
      summary: "List locations",
      description: "Sorted by name, then id. Includes opening hours, resources and inactive locations.",
      tag: "Locations",
      query: LocationsQuery,
      data: LocationPage,
      run: async ({ businessId, query }) => ({
        data: await listLocations(context.database, businessId, query),
      }),
    }),
    route({
      method: "GET",
      path: "/businesses/:business/locations/:location",
      access: scoped("services:read"),
      operationId: "getLocation",
      summary: "Get a location",
      description:
        "Opening hours belong to the weekday or date of their start. They can end on the next day, up to 48:00.",
      tag: "Locations",
      data: Location,
      versioned: true,
      run: async ({ businessId, params }) => {
        const location = await locationRecord(context.database, businessId, params.location);
        return { data: location, version: location.version };
      },
    }),
    ...locationWriteRoutes(context, appointments),
    ...publishingRoutes(context),
  ];
}
