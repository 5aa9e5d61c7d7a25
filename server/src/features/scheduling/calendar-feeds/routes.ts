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

/** Returns the routes with which owners and managers manage feeds, and the public route from which calendar programs read a feed. */
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
      description: "Newest first. The response does not contain the links.",
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
      description: "Only the first response contains the link, in `url`. A replayed response omits the link.",
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
      description: "Later requests to the link of the feed return 404.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => revokeCalendarFeed(tx, businessId, params.feed)),
    }),
    route({
      method: "GET",
      path: "/public/calendar-feeds/:feed_token",
      access: { kind: "public" },
      operationId: "getCalendarFeed",
      tag: "Public",
      summary: "Get the calendar file of a calendar feed",
      description:
        "Returns iCalendar (RFC 5545, RFC 7986) with the appointments from 30 days ago until 180 days ahead, in UTC. Includes cancelled appointments for 30 days. Titles contain the services and the client's initials, or neither if `webhook_payload` of the business is `ids_only`. If `If-None-Match` is the current `ETag`, returns 304 without a body. Returns 404 for a revoked or unknown link.",
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
