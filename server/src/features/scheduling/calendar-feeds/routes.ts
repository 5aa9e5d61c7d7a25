import { Type } from "typebox";
import type { Context } from "../../../platform/context.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { Deleted } from "../../../platform/http/shapes.ts";
import { createCalendarFeed, listCalendarFeeds, revokeCalendarFeed } from "./feeds.ts";
import { readFeed } from "./readFeed.ts";
import { CalendarFeedInput, CalendarFeedPage, CalendarFeedQuery, CalendarFeedWithUrl } from "./schema.ts";

const tag = "Calendar feeds";
const COLLECTION = "/businesses/:business/calendar-feeds";
const access = appOnly("owner", "manager");

/** Returns the routes for owners and managers to manage feeds, and the public route that calendars read. */
export function calendarFeedRoutes(
  context: Context,
  { address }: { readonly address: () => string },
): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access,
      operationId: "listCalendarFeeds",
      tag,
      summary: "List calendar feeds",
      description: "Newest first. The links are not included.",
      query: CalendarFeedQuery,
      data: CalendarFeedPage,
      run: async ({ businessId, query }) => ({ data: await listCalendarFeeds(database, businessId, query) }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createCalendarFeed",
      tag,
      summary: "Create a calendar feed",
      description: "Only this response contains the link, in `url`; a replayed response omits it.",
      body: CalendarFeedInput,
      data: CalendarFeedWithUrl,
      status: 201,
      replaysWithout: ["url"],
      run: ({ businessId, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const options = { businessId, address, now: clock.now() };
          return storeResponse(tx, { data: await createCalendarFeed(tx, body, options) });
        }),
    }),
    route({
      method: "DELETE",
      path: `${COLLECTION}/:feed`,
      access,
      operationId: "revokeCalendarFeed",
      tag,
      summary: "Revoke a calendar feed",
      description: "Afterwards, requests of its link answer 404.",
      data: Deleted,
      run: async ({ businessId, params }) => ({
        data: await database.transaction((tx) => revokeCalendarFeed(tx, businessId, params.feed)),
      }),
    }),
    route({
      method: "GET",
      path: "/public/calendar-feeds/:feed_token",
      access: { kind: "public" },
      operationId: "getCalendarFeed",
      tag: "Public",
      summary: "Get the calendar file of a calendar feed",
      description:
        "iCalendar (RFC 5545, RFC 7986) with the appointments from 30 days ago until 180 days ahead, in UTC; cancelled ones for 30 days. Titles have the services and the client's initials, or neither if the deliveries of the business contain only ids and times. Send the `ETag` as `If-None-Match` to get 304 without a body while nothing has changed. 404 for a revoked or unknown link.",
      data: Type.String(),
      fileMediaTypes: ["text/calendar"],
      fileHasETag: true,
      secretsInPath: ["feed_token"],
      run: async ({ params }) => ({
        document: {
          mediaType: "text/calendar",
          text: await readFeed(context, address, params.feed_token),
          isRevalidated: true,
        },
      }),
    }),
  ];
}
