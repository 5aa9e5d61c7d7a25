import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { publishingRecord, replacePublishing } from "./publishing.ts";
import { Publishing, PublishingInput } from "./schema.ts";

const tag = "Locations";
const PUBLISHING = "/businesses/:business/locations/:location/publishing";

/** Creates the routes for online booking at a location. Only an owner may enable or disable online booking (contract §2). */
export function publishingRoutes({ database, clock }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: PUBLISHING,
      access: scoped("services:read"),
      operationId: "getPublishing",
      tag,
      summary: "Get the publishing settings of a location",
      data: Publishing,
      run: async ({ businessId, params }) => ({
        data: await publishingRecord(database, businessId, params.location),
      }),
    }),
    route({
      method: "PUT",
      path: PUBLISHING,
      access: appOnly("owner"),
      operationId: "replacePublishing",
      tag,
      summary: "Replace the publishing settings of a location",
      description:
        "For an unpublished location, operations of the booking page return `online_booking_unavailable`. `GET …/availability` with `audience=online` ignores this setting, because integrators decide which locations their own pages offer.",
      body: PublishingInput,
      data: Publishing,
      run: ({ businessId, params, body, write }) =>
        write(database, (tx) =>
          replacePublishing(tx, businessId, params.location, {
            isPublished: body.published,
            now: clock.now(),
          }),
        ),
    }),
  ];
}
