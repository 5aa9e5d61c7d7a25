import { type Static, Type } from "typebox";
import {
  CreatedAt,
  commaList,
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
import { EVENT_TYPES } from "./permission.ts";

export const SOURCES = ["manual", "zapier", "make"] as const;
export const ENDPOINT_STATUSES = ["enabled", "disabled"] as const;
export const DELIVERY_KINDS = ["event", "redelivery", "test"] as const;
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed"] as const;

/** Most endpoints of one business: every event is a row for each of them. */
export const MAX_ENDPOINTS = 100;

const Url = Type.String({
  format: "uri",
  minLength: 1,
  maxLength: 2000,
  description: "Where deliveries are posted to: https, and an address that is open to the internet",
  examples: ["https://hooks.example.com/daybook"],
});
const EventName = words(EVENT_TYPES, "The name of an event");
const SOURCE_MEANS = "What the endpoint belongs to";
const Source = words(SOURCES, SOURCE_MEANS);

/** Contract §3, "webhook endpoint". */
export const WebhookEndpoint = record(
  "WebhookEndpoint",
  "A subscription: a URL and the events it is told of",
  {
    id: described(Id, "The endpoint"),
    url: Url,
    events: Type.Array(EventName, { minItems: 1, description: "In the order of the events' list" }),
    source: Source,
    status: words(ENDPOINT_STATUSES, "`disabled` after three days of failures; see `enable`"),
    failing_since: nullable(utc("When the first failure since the last success was; null while all is well")),
    disabled_at: nullable(utc("When it was disabled; null while it is enabled")),
    last_success_at: nullable(utc("When a delivery was last taken; null until one was")),
    last_failure_at: nullable(utc("When a delivery was last not taken; null until one was")),
    last_error: nullable(
      Type.String({
        description: "What went wrong the last time, in a few words; null until something does",
      }),
    ),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);
export type WebhookEndpointRecord = Static<typeof WebhookEndpoint>;

/** The 201 of its creation, and a rotation: the only times a secret is told. */
export const WebhookEndpointWithSecret = record(
  "WebhookEndpointWithSecret",
  "A subscription with its secret, which is shown this once",
  {
    ...WebhookEndpoint.properties,
    secret: Type.String({
      description:
        "Signs deliveries: the key of the HMAC is this text as it stands here, in UTF-8. Absent in a replayed answer",
      examples: ["whsec_0000000000000000000000000000000000000000000"],
    }),
  },
);
export type WebhookEndpointWithSecretRecord = Static<typeof WebhookEndpointWithSecret>;

export const WebhookEndpointPage = page("WebhookEndpointPage", WebhookEndpoint);

export const WebhookEndpointQuery = query(pageQuery());

export const WebhookEndpointInput = input("WebhookEndpointInput", "What to be told of, and where", {
  url: Url,
  events: Type.Array(EventName, {
    minItems: 1,
    maxItems: 50,
    description: "Named twice counts once. Each needs the read scope of its resource",
  }),
  source: Type.Optional({ ...Source, description: `${SOURCE_MEANS}; \`manual\` unless told` }),
});
export type WebhookEndpointInput = Static<typeof WebhookEndpointInput>;

const DeliveryAttempt = record("WebhookDeliveryAttempt", "One time a delivery was sent", {
  number: Type.Integer({ minimum: 1, description: "As in `Service-Attempt`" }),
  started_at: utc("When it was sent"),
  duration_ms: Type.Integer({
    minimum: 0,
    description: "Milliseconds until the answer was there, or the attempt given up",
  }),
  response_status: nullable(
    Type.Integer({ description: "HTTP status of the answer; null when there was none", examples: [503] }),
  ),
  error: nullable(
    Type.String({ description: "Why it does not count as delivered, in a few words; null when it does" }),
  ),
});

const EventTypeOrTest = words([...EVENT_TYPES, "test"] as const, "The event's name; `test` for a test");

/** An entry of the log: what was or will be sent to an endpoint, and how each attempt went. */
export const WebhookDelivery = record("WebhookDelivery", "One event on its way to one endpoint", {
  id: described(Id, "The delivery"),
  endpoint_id: described(Id, "Where it goes"),
  kind: words(DELIVERY_KINDS, "Whether it is sent by itself, was asked for again, or is a test"),
  event_id: nullable(
    described(Id, "The event; also in `Service-Event-Id`. Null for a test, which is called by its own id"),
  ),
  event_type: EventTypeOrTest,
  status: words(DELIVERY_STATUSES, "`failed` when nothing more is tried by itself"),
  attempts: Type.Array(DeliveryAttempt, { description: "Oldest first" }),
  next_attempt_at: nullable(
    utc(
      "When it is tried again, and while the endpoint is disabled not before it is enabled; null when nothing more " +
        "is tried by itself",
    ),
  ),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type WebhookDeliveryRecord = Static<typeof WebhookDelivery>;

export const WebhookDeliveryPage = page("WebhookDeliveryPage", WebhookDelivery);

export const WebhookDeliveryQuery = query({
  status: Type.Optional(words(DELIVERY_STATUSES, "Only those that have come so far")),
  event_type: Type.Optional(described(EventTypeOrTest, "Only those of this event; `test` for tests")),
  kind: Type.Optional(words(DELIVERY_KINDS, "Only those of this kind")),
  ...pageQuery(),
});
export type DeliveryListing = Static<typeof WebhookDeliveryQuery>;

export const EventQuery = query({
  type: Type.Optional(
    commaList(EventName, {
      minItems: 1,
      maxItems: 50,
      description: "Comma-separated names; by default every event whose read scope the key holds",
    }),
  ),
  ...pageQuery(),
});
export type EventListing = Static<typeof EventQuery>;
