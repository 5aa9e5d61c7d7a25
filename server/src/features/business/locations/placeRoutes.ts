import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createLocation } from "./createLocation.ts";
import { archiveResource, createResource, updateResource } from "./resources.ts";
import {
  Location,
  LocationChanges,
  LocationHoursInput,
  LocationHoursWithConflicts,
  LocationInput,
  LocationWithConflicts,
  Resource,
  ResourceChanges,
  ResourceInput,
} from "./schema.ts";
import { setLocationHours } from "./setLocationHours.ts";
import { updateLocation, type VisitsOfPlace } from "./updateLocation.ts";

const tag = "Locations";
const access = appOnly("owner", "manager");
const COLLECTION = "/businesses/:business/locations";

/** Places as the owner and managers set them up (app-operations, "Menu, places, team"). */
export function placeRoutes(context: Context, visits: VisitsOfPlace): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createLocation",
      tag,
      summary: "Create a location",
      description:
        "It has no hours, and so is closed, until they are set. Its clock is the business's unless given.",
      body: LocationInput,
      data: Location,
      status: 201,
      run: ({ businessId, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await createLocation(tx, businessId, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:location`,
      access,
      operationId: "updateLocation",
      tag,
      summary: "Update a location",
      description:
        "Absent fields stay; the address is replaced as a whole. With a new time zone hours keep their wall times, and visits their instants. Visits that the change touches stay, and are named in `conflicts`.",
      body: LocationChanges,
      data: LocationWithConflicts,
      run: ({ businessId, params, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, {
            data: await updateLocation(tx, businessId, params.location, body, clock.now(), visits),
          }),
        ),
    }),
    route({
      method: "PUT",
      path: `${COLLECTION}/:location/hours`,
      access,
      operationId: "replaceLocationHours",
      tag,
      summary: "Replace the opening hours of a location",
      description:
        "In place of what was there. Visits stay; those that now lie outside of the place's hours are named in `conflicts`.",
      body: LocationHoursInput,
      data: LocationHoursWithConflicts,
      run: async ({ businessId, params, body }) => ({
        data: await database.transaction((tx) =>
          setLocationHours(tx, businessId, params.location, body, clock.now()),
        ),
      }),
    }),
    route({
      method: "POST",
      path: `${COLLECTION}/:location/resources`,
      access,
      operationId: "createResource",
      tag,
      summary: "Create a resource",
      description: "It takes one visit at a time unless a capacity is given.",
      body: ResourceInput,
      data: Resource,
      status: 201,
      run: ({ businessId, params, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await createResource(tx, businessId, params.location, body, clock.now()) }),
        ),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:location/resources/:resource`,
      access,
      operationId: "updateResource",
      tag,
      summary: "Update a resource",
      description: "A capacity below what is booked already holds for what is booked from now on.",
      body: ResourceChanges,
      data: Resource,
      run: ({ businessId, params: { location, resource }, body, keep }) =>
        database.transaction(async (tx) =>
          keep(tx, { data: await updateResource(tx, businessId, location, resource, body, clock.now()) }),
        ),
    }),
    route({
      method: "DELETE",
      path: `${COLLECTION}/:location/resources/:resource`,
      access,
      operationId: "archiveResource",
      tag,
      summary: "Archive a resource",
      description: "It is handed out no more; visits that have it keep it.",
      data: Deleted,
      run: async ({ businessId, params: { location, resource } }) => ({
        data: await database.transaction((tx) =>
          archiveResource(tx, businessId, location, resource, clock.now()),
        ),
      }),
    }),
  ];
}
