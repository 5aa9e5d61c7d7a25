import { type EventShape, TestEvent } from "./eventShapes.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import type { RecordedEvent, RecordedExamples } from "./recordedExamples.ts";
import { exampleOf } from "./schemaExamples.ts";

/**
 * The `webhooks` section of the description: what a receiver is sent for each event, in both forms, and for a test. An
 * event is described where its record is; this adds what is the same for all of them.
 */
export function publishedEvents(
  events: readonly EventShape[],
  schemas: PublishedSchemas,
  recorded: RecordedExamples["events"],
): JsonObject {
  if (events.length === 0) return {};
  const described = events.map((event) => [
    event.type,
    { post: eventRequest(event, schemas, recorded[event.type]) },
  ]);
  return { ...Object.fromEntries(described), test: { post: testRequest(schemas) } };
}

function eventRequest(
  { type, summary, full, ids }: EventShape,
  schemas: PublishedSchemas,
  recorded: RecordedEvent | undefined,
): JsonObject {
  return request({
    type,
    summary,
    description:
      "The full form holds the record exactly as reading it answers; the other one identifiers and times alone: " +
      "always in med spa, wellness and skincare businesses, elsewhere where the owner chose it.",
    schema: { anyOf: [schemas.publish(full), schemas.publish(ids)] },
    examples: {
      full: { value: recorded?.full ?? exampleOf(full) },
      ids_only: { value: recorded?.ids_only ?? exampleOf(ids) },
    },
  });
}

function testRequest(schemas: PublishedSchemas): JsonObject {
  return request({
    type: "test",
    summary: "Somebody asked for a test",
    description: "Sent once, and not tried again.",
    schema: schemas.publish(TestEvent),
    examples: { test: { value: exampleOf(TestEvent) } },
  });
}

function request(what: {
  readonly type: string;
  readonly summary: string;
  readonly description: string;
  readonly schema: JsonObject;
  readonly examples: JsonObject;
}): JsonObject {
  return {
    operationId: `on ${what.type}`.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tags: ["Events"],
    summary: what.summary,
    description: what.description,
    // The signature says who sends; a receiver asks for nothing else.
    security: [],
    parameters: [
      SIGNATURE,
      eventIdHeader(what.examples),
      ATTEMPT,
      header("Service-Event-Type", "The event's name", { type: "string", const: what.type }, what.type),
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: what.schema, examples: what.examples } },
    },
    responses: {
      "2XX": { $ref: "#/components/responses/EventReceived" },
      default: { $ref: "#/components/responses/EventRefused" },
    },
  };
}

/** What a receiver can answer, as components. */
export const RECEIVER_ANSWERS = {
  EventReceived: { description: "The event is delivered if this arrives within 10 seconds" },
  EventRefused: {
    description:
      "Every other status, redirects included: Daybook sends the event again after 1 minute, 5 minutes, 30 minutes, " +
      "2 hours and 12 hours, each time with the same body",
  },
};

const SIGNATURE = header(
  "Service-Signature",
  "`t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 of the text `t.body`, keyed with the endpoint's secret, body as it " +
    "arrived. There are two `v1` while a secret is being changed; one that fits is enough. Refuse a `t` more than " +
    "five minutes (300 seconds) from your clock",
  { type: "string", pattern: "^t=\\d+(,v1=[0-9a-f]{64})+$" },
  "t=1806303600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
);

const ATTEMPT = header(
  "Service-Attempt",
  "Which attempt this is, from 1",
  { type: "integer", minimum: 1 },
  1,
);

/** Its example is the id of the first body that is shown. */
function eventIdHeader(examples: JsonObject): JsonObject {
  const [first] = Object.values(examples) as { value: { id: string } }[];
  return header(
    "Service-Event-Id",
    "The `id` in the body. An event may arrive more than once, and not in order: drop what you have seen",
    { type: "string", format: "uuid" },
    first?.value.id,
  );
}

function header(name: string, description: string, schema: JsonObject, example: unknown): JsonObject {
  return { name, in: "header", required: true, description, schema, example };
}
