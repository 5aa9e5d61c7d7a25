import type { TObject } from "typebox";
import { type EventShape, TestEvent } from "./eventShapes.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import type { RecordedEvent, RecordedExamples } from "./recordedExamples.ts";
import { exampleOf } from "./schemaExamples.ts";
import { Id } from "./shapes.ts";

/**
 * Returns the `webhooks` section of the description: the deliveries of each event in both forms, and the test delivery. Features describe
 * their events; this function adds the headers and responses that all deliveries have in common. Without `recorded`, the events have
 * no examples.
 */
export function publishedEvents(
  events: readonly EventShape[],
  schemas: PublishedSchemas,
  recorded: RecordedExamples["events"] | null,
): JsonObject {
  if (events.length === 0) return {};
  const described = events.map((event, index) => {
    // One event type per record has examples, because the others differ only in `type` and the state of the record.
    const hasExamples = events.findIndex((other) => recordOf(other) === recordOf(event)) === index;
    const examples =
      hasExamples && recorded !== null ? { examples: examplesOf(event, recorded[event.type]) } : {};
    return [event.type, { post: eventRequest(event, schemas, examples) }];
  });
  return { ...Object.fromEntries(described), test: { post: testRequest(schemas) } };
}

function recordOf({ full }: EventShape): unknown {
  return (full as TObject).properties.data;
}

function eventRequest(
  { type, summary, body }: EventShape,
  schemas: PublishedSchemas,
  examples: JsonObject,
): JsonObject {
  return request({ type, summary, content: { schema: schemas.publish(body), ...examples } });
}

function examplesOf({ full, ids }: EventShape, recorded: RecordedEvent | undefined): JsonObject {
  return {
    full: { value: recorded?.full ?? exampleOf(full) },
    ids_only: { value: recorded?.ids_only ?? exampleOf(ids) },
  };
}

function testRequest(schemas: PublishedSchemas): JsonObject {
  return request({
    type: "test",
    summary: "A test was requested",
    description: "Sent once, without retries.",
    content: { schema: schemas.publish(TestEvent), examples: { test: { value: exampleOf(TestEvent) } } },
  });
}

function request(what: {
  readonly type: string;
  readonly summary: string;
  readonly description?: string;
  readonly content: JsonObject;
}): JsonObject {
  return {
    operationId: `on ${what.type}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [WEBHOOKS_TAG],
    summary: what.summary,
    ...(what.description === undefined ? {} : { description: what.description }),
    // No security scheme applies, because the signature authenticates the sender.
    security: [],
    parameters: [
      SIGNATURE,
      EVENT_ID,
      ATTEMPT,
      header("Service-Event-Type", "The name of the event", { type: "string", const: what.type }, what.type),
    ],
    requestBody: {
      required: true,
      content: { "application/json": what.content },
    },
    responses: {
      "2XX": { $ref: "#/components/responses/EventReceived" },
      default: { $ref: "#/components/responses/EventRefused" },
    },
  };
}

/**
 * The tag of the webhooks. No operation has this tag, because generators create one class per tag, and a webhook must not become
 * a method of the class of a client.
 */
export const WEBHOOKS_TAG = "Event deliveries";

/** The responses of a receiver, as components. */
export const RECEIVER_ANSWERS = {
  EventReceived: { description: "The event counts as delivered if this response arrives within 10 seconds" },
  EventRefused: {
    description:
      "Any other status, including redirects. Daybook retries after 1 minute, 5 minutes, 30 minutes, " +
      "2 hours and 12 hours, each time with the same body",
  },
};

const SIGNATURE = header(
  "Service-Signature",
  "Time and HMAC of the body, as described for the tag",
  { type: "string", pattern: "^t=\\d+(,v1=[0-9a-f]{64})+$" },
  "t=1806303600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
);

const ATTEMPT = header(
  "Service-Attempt",
  "Number of the attempt, from 1",
  { type: "integer", minimum: 1 },
  1,
);

const EVENT_ID = header(
  "Service-Event-Id",
  "The `id` of the body: the id of the event or of the test delivery",
  { type: "string", format: "uuid" },
  exampleOf(Id),
);

function header(name: string, description: string, schema: JsonObject, example: unknown): JsonObject {
  return { name, in: "header", required: true, description, schema, example };
}
