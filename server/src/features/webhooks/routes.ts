import type { Context } from "../../platform/context.ts";
import { type Route, route, scoped } from "../../platform/http/route.ts";
import { Deleted } from "../../platform/http/shapes.ts";
import { checkUrl } from "../../platform/outbound-http/index.ts";
import { disable, enable } from "./enable.ts";
import { endpointPage, unsubscribe } from "./endpoints.ts";
import { assertMayRead } from "./permission.ts";
import { rotateSecret } from "./rotateSecret.ts";
import {
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookEndpointInput,
  WebhookEndpointPage,
  WebhookEndpointQuery,
  WebhookEndpointWithSecret,
} from "./schema.ts";
import type { WebhookSettings } from "./settings.ts";
import { subscribe } from "./subscribe.ts";
import { update } from "./updateEndpoint.ts";

export const tag = "Webhooks";
export const COLLECTION = "/businesses/:business/webhooks";
export const ONE = `${COLLECTION}/:endpoint` as const;

/** The access rule: API keys with any read scope, owners and managers (spec §5 rule 6, contract §2). */
export const access = scoped("any_read", ["owner", "manager"]);

/**
 * Returns the routes for endpoints (spec §4, "Webhooks"). Revoking the API key that created an endpoint does not delete the
 * endpoint.
 */
export function subscriptionRoutes(context: Context, settings: WebhookSettings): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access,
      operationId: "listWebhookEndpoints",
      tag,
      summary: "List webhook endpoints",
      description: "Newest first.",
      query: WebhookEndpointQuery,
      data: WebhookEndpointPage,
      run: async ({ businessId, query }) => ({ data: await endpointPage(database, businessId, query) }),
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createWebhookEndpoint",
      tag,
      summary: "Create a webhook endpoint",
      description:
        "An API key needs the read scope of every event type. Only the first response contains `secret`. A replayed response omits the secret. A business can have 100 endpoints.",
      body: WebhookEndpointInput,
      data: WebhookEndpointWithSecret,
      status: 201,
      replaysWithout: ["secret"],
      run: async ({ businessId, caller, body, storeResponse }) => {
        assertMayRead(caller, body.events);
        // Resolves the host name outside the transaction, which must not hold locks while it waits for the network.
        await checkUrl(body.url, settings.policy);
        return database.transaction(async (tx) => {
          const change = { businessId, input: body, now: clock.now() };
          return storeResponse(tx, { data: await subscribe(tx, settings.encryption, change) });
        });
      },
    }),
    route({
      method: "PATCH",
      path: ONE,
      access,
      operationId: "updateWebhookEndpoint",
      tag,
      summary: "Update a webhook endpoint",
      description:
        "Changes the URL and the event types. Waiting events are sent to the new URL, so an API key needs the read scope of all old and new event types. A new URL ends a series of failures. A disabled endpoint stays disabled.",
      body: WebhookEndpointChanges,
      data: WebhookEndpoint,
      run: async ({ businessId, caller, params, body, storeResponse }) => {
        assertMayRead(caller, body.events ?? []);
        // Resolves the host name outside the transaction, as in the creation of an endpoint.
        if (body.url !== undefined) await checkUrl(body.url, settings.policy);
        return database.transaction(async (tx) => {
          const change = { businessId, endpointId: params.endpoint, caller, changes: body, now: clock.now() };
          return storeResponse(tx, { data: await update(tx, settings.databaseClock, change) });
        });
      },
    }),
    route({
      method: "DELETE",
      path: ONE,
      access,
      operationId: "deleteWebhookEndpoint",
      tag,
      summary: "Delete a webhook endpoint",
      description: "Also deletes its deliveries. Waiting events are not sent.",
      data: Deleted,
      run: ({ businessId, params, write }) =>
        write(database, (tx) => unsubscribe(tx, businessId, params.endpoint)),
    }),
    route({
      method: "POST",
      path: `${ONE}/enable`,
      access,
      operationId: "enableWebhookEndpoint",
      tag,
      summary: "Enable a webhook endpoint",
      description:
        "Sends the waiting events of the last three days, oldest first. Older events stay in the list of deliveries and can be redelivered. An enabled endpoint is returned unchanged.",
      data: WebhookEndpoint,
      run: ({ businessId, params, storeResponse }) => {
        const change = { businessId, endpointId: params.endpoint, now: clock.now() };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await enable(tx, settings.databaseClock, change) }),
        );
      },
    }),
    route({
      method: "POST",
      path: `${ONE}/disable`,
      access,
      operationId: "disableWebhookEndpoint",
      tag,
      summary: "Disable a webhook endpoint",
      description:
        "New events wait until the endpoint is enabled, which sends the waiting events of the last three days. A disabled endpoint is returned unchanged.",
      data: WebhookEndpoint,
      run: ({ businessId, params, storeResponse }) => {
        const change = { businessId, endpointId: params.endpoint, now: clock.now() };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await disable(tx, settings.databaseClock, change) }),
        );
      },
    }),
    route({
      method: "POST",
      path: `${ONE}/rotate-secret`,
      access,
      operationId: "rotateWebhookSecret",
      tag,
      summary: "Rotate the secret of a webhook endpoint",
      description:
        "A replaced secret stays valid for 24 hours. During this time, `Service-Signature` has one `v1=` for each valid secret. A secret can be rotated ten times in 24 hours. Requires the read scope of every event type of the endpoint. Only the first response contains `secret`. A replayed response omits the secret.",
      data: WebhookEndpointWithSecret,
      replaysWithout: ["secret"],
      run: ({ businessId, caller, params, storeResponse }) => {
        const change = { businessId, endpointId: params.endpoint, caller, now: clock.now() };
        return database.transaction(async (tx) =>
          storeResponse(tx, { data: await rotateSecret(tx, settings, change) }),
        );
      },
    }),
  ];
}
