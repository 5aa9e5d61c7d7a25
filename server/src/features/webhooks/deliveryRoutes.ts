import type { Context } from "../../platform/context.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { deliveryPage, readDelivery } from "./deliveryLog.ts";
import { LIST_EVENTS } from "./eventCursor.ts";
import { EventPage } from "./events.ts";
import { listEvents } from "./listEvents.ts";
import { access, ONE, tag } from "./routes.ts";
import {
  EventQuery,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
} from "./schema.ts";
import { redeliver, sendTest } from "./sendOnRequest.ts";
import type { WebhookSettings } from "./settings.ts";

const NEEDS = "Requires the read scope of every event type of the endpoint.";

/** Returns the routes for deliveries and events (contract §7, "Beyond the spec"). */
export function deliveryRoutes(context: Context, settings: WebhookSettings): Route[] {
  const { database } = context;
  const { databaseClock } = settings;
  return [
    route({
      method: "GET",
      path: `${ONE}/deliveries`,
      access,
      operationId: "listWebhookDeliveries",
      tag,
      summary: "List the deliveries of a webhook endpoint",
      description: `Newest first, for the last 30 days. ${NEEDS}`,
      query: WebhookDeliveryQuery,
      data: WebhookDeliveryPage,
      run: async ({ businessId, caller, params, query }) => ({
        data: await deliveryPage(database, { businessId, endpointId: params.endpoint, caller }, query),
      }),
    }),
    route({
      method: "GET",
      path: `${ONE}/deliveries/:delivery`,
      access,
      operationId: "getWebhookDelivery",
      tag,
      summary: "Get a delivery of a webhook endpoint",
      description: `Includes the body that was sent and the first 4 KiB of each response, for 30 days. ${NEEDS}`,
      data: WebhookDeliveryDetails,
      run: async ({ businessId, caller, params }) => ({
        data: await readDelivery(database, {
          businessId,
          endpointId: params.endpoint,
          deliveryId: params.delivery,
          caller,
        }),
      }),
    }),
    route({
      method: "POST",
      path: `${ONE}/test`,
      access,
      operationId: "testWebhookEndpoint",
      tag,
      summary: "Test a webhook endpoint",
      description: `Sends one test event without retries, also to a disabled endpoint. The delivery appears in the list shortly afterwards. ${NEEDS}`,
      data: WebhookDelivery,
      run: ({ businessId, caller, params, storeResponse }) => {
        const request = { businessId, endpointId: params.endpoint, caller };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await sendTest(tx, databaseClock, request) }),
        );
      },
    }),
    route({
      method: "POST",
      path: `${ONE}/deliveries/:delivery/redeliver`,
      access,
      operationId: "redeliverWebhookDelivery",
      tag,
      summary: "Redeliver the event of a webhook delivery",
      description:
        "Creates a new delivery of the same event with the same body and all retries, also for a disabled endpoint. " +
        NEEDS,
      data: WebhookDelivery,
      run: ({ businessId, caller, params, storeResponse }) => {
        const request = { businessId, endpointId: params.endpoint, deliveryId: params.delivery, caller };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await redeliver(tx, databaseClock, request) }),
        );
      },
    }),
    route({
      method: "GET",
      path: "/businesses/:business/events",
      access,
      operationId: LIST_EVENTS,
      tag: "Events",
      summary: "List events",
      description:
        "Returns the bodies of deliveries in the order of the events, without gaps or repeats. An API key receives the events that its read scopes cover. Starts with the first event, at `since`, or after the event `after`. Every page contains `resume_cursor`: store it to continue later. The header `Service-Event-Cursor` of a delivery is a cursor too: it continues after the delivered event and is sent without other parameters.",
      query: EventQuery,
      data: EventPage,
      large: true,
      run: async ({ businessId, caller, query, sealCursor }) => ({
        rawData: await listEvents(database, { businessId, caller, sealCursor }, query),
      }),
    }),
  ];
}
