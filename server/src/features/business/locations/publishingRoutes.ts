import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route, scoped } from "../../../platform/http/route.ts";
import { publish, publishingOf } from "./publishing.ts";
import { Publishing, PublishingInput } from "./schema.ts";

const tag = "Locations";
const PUBLISHING = "/businesses/:business/locations/:location/publishing";

/** Whether a place is on the booking page: the owner's to say (contract §2). */
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
        data: await publishingOf(database, businessId, params.location),
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
        "Of a place that is not published the booking page answers `online_booking_unavailable`. The API answers availability with `audience=online` all the same: integrators decide by themselves what their own pages offer.",
      body: PublishingInput,
      data: Publishing,
      run: async ({ businessId, params, body }) => ({
        data: await database.transaction((tx) =>
          publish(tx, businessId, params.location, { published: body.published, now: clock.now() }),
        ),
      }),
    }),
  ];
}
