import type { Context } from "../../../platform/context.ts";
import { type Route, route, scoped } from "../../../platform/http/route.ts";
import { listLocations } from "./listLocations.ts";
import { locationRecord } from "./locationRecord.ts";
import { placeRoutes } from "./placeRoutes.ts";
import { publishingRoutes } from "./publishingRoutes.ts";
import { Location, LocationPage, LocationsQuery } from "./schema.ts";
import type { VisitsOfPlace } from "./updateLocation.ts";

/** Locations (spec §4). */
export function locationRoutes(context: Context, visits: VisitsOfPlace): Route[] {
  return [
    route({
      method: "GET",
      path: "/businesses/:business/locations",
      access: scoped("services:read"),
      operationId: "listLocations",
      summary: "List locations",
      description:
        "By name, then id; inactive ones are included. Each is whole, with its hours and resources.",
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
        "An interval of hours belongs to the weekday or date on which it starts and may end on the next day, up to 48:00.",
      tag: "Locations",
      data: Location,
      run: async ({ businessId, params }) => ({
        data: await locationRecord(context.database, businessId, params.location),
      }),
    }),
    ...placeRoutes(context, visits),
    ...publishingRoutes(context),
  ];
}
