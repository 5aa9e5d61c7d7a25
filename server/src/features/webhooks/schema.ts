import { type Static, Type } from "typebox";
import {
  CreatedAt,
  commaList,
  DateTime,
  described,
  Id,
  input,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../platform/http/shapes.ts";
import {
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  ENDPOINT_SOURCES,
  ENDPOINT_STATUSES,
} from "../../tables/webhooks.ts";
import { EVENT_TYPES } from "./permission.ts";

/** The maximum number of endpoints per business, because each event adds a row for each endpoint that subscribes to it. */
export const MAX_ENDPOINTS = 100;

const Url = Type.String({
  format: "uri",
  minLength: 1,
  maxLength: 2000,
  description: "Receives the deliveries by POST. https, with a public address",
  examples: ["https://hooks.example.com/daybook"],
});
const EventName = words(EVENT_TYPES, "An event type");
const SOURCE_MEANS = "The integration that the endpoint belongs to";
const Source = words(ENDPOINT_SOURCES, SOURCE_MEANS);

/** The API record of a webhook endpoint (contract §3). */
export const WebhookEndpoint = record("WebhookEndpoint", "A URL and its event types", {
  id: described(Id, "The endpoint"),
  url: Url,
  events: Type.Array(EventName, { minItems: 1, description: "In the order of the list of event types" }),
  source: Source,
  status: words(ENDPOINT_STATUSES, "`disabled` after three days of failures, until it is enabled again"),
  failing_since: nullable(utc("Time of the first failure since the last success; null without one")),
  disabled_at: nullable(utc("Time of disabling; null while the endpoint is enabled")),
  last_success_at: nullable(utc("Time of the last successful attempt; null before the first")),
  last_failure_at: nullable(utc("Time of the last failed attempt; null before the first")),
  last_error: nullable(
    Type.String({
      description: "Reason for the last failed attempt, in a few words; null before the first",
    }),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type WebhookEndpointRecord = Static<typeof WebhookEndpoint>;

/** An endpoint with its secret. Only the responses to creating an endpoint and to rotating its secret contain the secret. */
export const WebhookEndpointWithSecret = record(
  "WebhookEndpointWithSecret",
  "An endpoint with its secret, which no other response contains",
  {
    ...WebhookEndpoint.properties,
    secret: Type.String({
      description:
        "Signs deliveries: the key of the HMAC is this whole text in UTF-8. Absent in a replayed response",
      examples: ["whsec_0000000000000000000000000000000000000000000"],
    }),
  },
);
export type WebhookEndpointWithSecretRecord = Static<typeof WebhookEndpointWithSecret>;

export const WebhookEndpointPage = page("WebhookEndpointPage", WebhookEndpoint);

export const WebhookEndpointQuery = query(pageQuery());

export const WebhookEndpointInput = input("WebhookEndpointInput", "A URL and its event types", {
  url: Url,
  events: Type.Array(EventName, {
    minItems: 1,
    maxItems: 50,
    description: "Duplicates are ignored. Each event type needs the read scope of its resource",
  }),
  source: Type.Optional({ ...Source, description: `${SOURCE_MEANS}; \`manual\` by default` }),
});
export type WebhookEndpointInput = Static<typeof WebhookEndpointInput>;

export const WebhookEndpointChanges = input(
  "WebhookEndpointChanges",
  "Changes of an endpoint; absent fields keep their values",
  {
    url: Type.Optional(described(Url, "The new URL, which also receives waiting deliveries")),
    events: Type.Optional({
      ...WebhookEndpointInput.properties.events,
      description:
        "Replaces the event types. Waiting events of removed types are still sent. Each event type needs the read scope of its resource",
    }),
  },
);
export type WebhookEndpointChanges = Static<typeof WebhookEndpointChanges>;

const DeliveryAttempt = record("WebhookDeliveryAttempt", "One attempt to send a delivery", {
  number: Type.Integer({ minimum: 1, description: "The value of `Service-Attempt`" }),
  started_at: utc("Start of the request"),
  duration_ms: Type.Integer({
    minimum: 0,
    description: "Milliseconds until the response arrived or the attempt failed",
  }),
  response_status: nullable(
    Type.Integer({ description: "HTTP status of the response; null without a response", examples: [503] }),
  ),
  error: nullable(
    Type.String({ description: "Reason for the failure, in a few words; null for a successful attempt" }),
  ),
});

const EventTypeOrTest = words([...EVENT_TYPES, "test"] as const, "The event type; `test` for a test");

export const WebhookDelivery = record(
  "WebhookDelivery",
  "An event or test that is or will be sent to an endpoint, with its attempts",
  {
    id: described(Id, "The delivery"),
    endpoint_id: described(Id, "The endpoint of the delivery"),
    kind: words(DELIVERY_KINDS, "Sent because of the event, redelivered on request, or a test"),
    event_id: nullable(
      described(
        Id,
        "The event, also in `Service-Event-Id`; null for a test, whose `Service-Event-Id` is the id of the delivery",
      ),
    ),
    event_type: EventTypeOrTest,
    status: words(DELIVERY_STATUSES, "`failed` when no further attempt follows"),
    attempts: Type.Array(DeliveryAttempt, { description: "Oldest first" }),
    next_attempt_at: nullable(
      utc(
        "Time of the next attempt; while the endpoint is disabled, it waits until the endpoint is enabled. Null when no " +
          "further attempt follows",
      ),
    ),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);
export type WebhookDeliveryRecord = Static<typeof WebhookDelivery>;

const { attempts: _attempts, ...deliveryProperties } = WebhookDelivery.properties;

/** A delivery with its request and response. */
export const WebhookDeliveryDetails = record(
  "WebhookDeliveryDetails",
  "A delivery with the body that was sent and the responses",
  {
    ...deliveryProperties,
    attempts: Type.Array(
      record("WebhookDeliveryAttemptDetails", "One attempt to send a delivery, with its response", {
        ...DeliveryAttempt.properties,
        response_body: nullable(
          Type.String({
            description:
              "The first 4 KiB of the response's body as text; null without one, and after the client that the event is " +
              "about was erased",
          }),
        ),
      }),
      { description: "Oldest first" },
    ),
    request_body: nullable(
      Type.String({
        description:
          "The body that was sent last, byte for byte; null before the first attempt, after the client that the event is " +
          "about was erased, and for a full body after the business changed `webhook_payload` to `ids`",
      }),
    ),
  },
);
export type WebhookDeliveryDetailsRecord = Static<typeof WebhookDeliveryDetails>;

export const WebhookDeliveryPage = page("WebhookDeliveryPage", WebhookDelivery);

export const WebhookDeliveryQuery = query({
  status: Type.Optional(words(DELIVERY_STATUSES, "Only deliveries with this status")),
  event_type: Type.Optional(
    described(EventTypeOrTest, "Only deliveries of this event type; `test` for tests"),
  ),
  kind: Type.Optional(words(DELIVERY_KINDS, "Only deliveries of this kind")),
  ...pageQuery(),
});
export type DeliveryListing = Static<typeof WebhookDeliveryQuery>;

export const EventQuery = query({
  type: Type.Optional(
    commaList(EventName, {
      minItems: 1,
      maxItems: 50,
      description: "Comma-separated event types; by default all whose read scope the key has",
    }),
  ),
  since: Type.Optional(
    described(
      DateTime,
      "Starts with the first event at or after this time, which must have a UTC offset or `Z`. Ignored with `cursor`",
    ),
  ),
  after: Type.Optional(
    described(
      Id,
      "Starts after the event with this id. Must not be sent with `since`; ignored with `cursor`",
    ),
  ),
  order: Type.Optional(
    words(
      ["oldest", "newest"] as const,
      "`oldest` (default): in the order of the events. `newest`: in reverse order, back to `since` or `after` if set",
    ),
  ),
  ...pageQuery(),
});
export type EventListing = Static<typeof EventQuery>;
