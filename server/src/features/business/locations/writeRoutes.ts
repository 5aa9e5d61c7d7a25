import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createLocation } from "./createLocation.ts";
import { replaceLocationHours } from "./replaceLocationHours.ts";
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
import { type AppointmentLocalTimes, updateLocation } from "./updateLocation.ts";

const tag = "Locations";
const access = appOnly("owner", "manager");
const COLLECTION = "/businesses/:business/locations";

/** Creates the routes with which owners and managers change locations (app-operations.md). */
export function locationWriteRoutes(context: Context, appointments: AppointmentLocalTimes): Route[] {
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
        "The location is closed until its opening hours are set. `time_zone` defaults to the time zone of the business.",
      body: LocationInput,
      data: Location,
      status: 201,
      versioned: true,
      run: ({ businessId, body, writeVersion }) =>
        writeVersion(database, (tx) => createLocation(tx, businessId, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:location`,
      access,
      operationId: "updateLocation",
      tag,
      summary: "Update a location",
      description:
        "Absent fields keep their values. `address` replaces the whole address. After a change of the time zone, opening hours keep their local times and appointments keep their instants. Affected appointments do not change. `conflicts` lists them.",
      body: LocationChanges,
      data: LocationWithConflicts,
      versioned: true,
      run: ({ businessId, params: { location: id }, body, ifMatch, storeResponse }) =>
        database.transaction(async (tx) => {
          const now = clock.now();
          const location = await updateLocation(tx, businessId, id, body, now, appointments, ifMatch);
          return storeResponse(tx, { data: location, version: location.version });
        }),
    }),
    route({
      method: "PUT",
      path: `${COLLECTION}/:location/hours`,
      access,
      operationId: "replaceLocationHours",
      tag,
      summary: "Replace the opening hours of a location",
      description:
        "Replaces all weekly hours and exceptions. Existing appointments do not change. `conflicts` lists the appointments outside the new hours.",
      body: LocationHoursInput,
      data: LocationHoursWithConflicts,
      versioned: true,
      run: ({ businessId, params, body, ifMatch }) =>
        database.transaction(async (tx) => {
          const now = clock.now();
          const location = await replaceLocationHours(tx, businessId, params.location, body, now, ifMatch);
          return { data: location, version: location.version };
        }),
    }),
    route({
      method: "POST",
      path: `${COLLECTION}/:location/resources`,
      access,
      operationId: "createResource",
      tag,
      summary: "Create a resource",
      description: "`capacity` defaults to 1, which allows one appointment at a time.",
      body: ResourceInput,
      data: Resource,
      status: 201,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) => createResource(tx, businessId, params.location, body, clock.now())),
    }),
    route({
      method: "PATCH",
      path: `${COLLECTION}/:location/resources/:resource`,
      access,
      operationId: "updateResource",
      tag,
      summary: "Update a resource",
      description: "A lower capacity applies to new bookings only. Existing appointments are not cancelled.",
      body: ResourceChanges,
      data: Resource,
      run: ({ businessId, params: { location, resource }, body, write }) =>
        write(database, (tx) => updateResource(tx, businessId, location, resource, body, clock.now())),
    }),
    route({
      method: "DELETE",
      path: `${COLLECTION}/:location/resources/:resource`,
      access,
      operationId: "archiveResource",
      tag,
      summary: "Archive a resource",
      description: "New appointments cannot use the resource. Existing appointments keep the resource.",
      data: Deleted,
      run: ({ businessId, params: { location, resource }, write }) =>
        write(database, (tx) => archiveResource(tx, businessId, location, resource, clock.now())),
    }),
  ];
}
