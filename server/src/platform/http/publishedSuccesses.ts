import type { TSchema } from "typebox";
import { envelope, jsonContent, withHeaders } from "./publishedAnswers.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import { isEventStream, type Route, takesIdempotencyKey } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";

/** The successes of operations: components that all operations share that answer the same data. */
export interface PublishedSuccesses {
  /** The reference to the success of a route. Its example is the first recorded answer, or one made from the schema. */
  of(route: Route, recorded: unknown): JsonObject;
  /** The named responses so far. */
  readonly components: JsonObject;
}

/**
 * Collects the successes while these routes are described. An `Idempotency-Replayed` of any route that answers the component
 * is listed, because its presence depends on the request.
 */
export function publishedSuccesses(schemas: PublishedSchemas, routes: readonly Route[]): PublishedSuccesses {
  const routesByRecord = Map.groupBy(routes, recordName);
  const components: JsonObject = {};

  /** A page has no example if its record has one, which would be most of it. */
  function isPageOfAnswers(record: string): boolean {
    return record.endsWith("Page") && routesByRecord.has(record.replace(/Page$/, ""));
  }

  function jsonAnswer(route: Route, recorded: unknown): JsonObject {
    const record = recordName(route);
    const data = schemas.publish(route.data);
    const properties = { success: { type: "boolean", description: "Always true" }, data };
    const body = { description: `Success with ${record}`, ...envelope(properties, Object.keys(properties)) };
    const schema = schemas.add(`${record}Envelope`, body);
    const name = `${record}Answer`;
    const alike = routesByRecord.get(record) ?? [];
    components[name] ??= {
      description: (route.data as TSchema & { description?: string }).description ?? "Done",
      ...withHeaders(
        // published.test.ts fails if a route without the version of its record shares the component.
        ...(alike.some(answersVersion) ? ["ETag"] : []),
        ...(alike.some(takesIdempotencyKey) ? ["Idempotency-Replayed"] : []),
      ),
      content: {
        ...(isPageOfAnswers(record)
          ? { "application/json": { schema } }
          : jsonContent(schema, shortened(recorded ?? { success: true, data: exampleOf(route.data) }))),
        ...documents(route.documentMediaTypes ?? []),
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    components,
    of: (route, recorded) => {
      if (isEventStream(route)) return eventsAnswer(schemas.publish(route.data));
      return route.fileMediaTypes === undefined
        ? jsonAnswer(route, recorded)
        : fileAnswer(route.fileMediaTypes);
    },
  };
}

/** A deleted record has no version. */
function answersVersion({ versioned, method }: Route): boolean {
  return versioned === true && method !== "DELETE";
}

/** The `$id` of the data; data without one is named after the operation. */
function recordName({ data, operationId }: Route): string {
  const { $id } = data as TSchema & { readonly $id?: string };
  return $id ?? operationId.charAt(0).toUpperCase() + operationId.slice(1);
}

/** The example with one entry in each list of records: more of them say nothing about the form of the answer. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isOfRecords = value.every((each) => each !== null && typeof each === "object");
    return (isOfRecords ? value.slice(0, 1) : value).map(shortened);
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortened(inner)]));
}

function documents(mediaTypes: readonly string[]): JsonObject {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: { type: "string" } }]));
}

function fileAnswer(mediaTypes: readonly string[]): JsonObject {
  const file = { schema: { type: "string", format: "binary" } };
  return {
    description: "The file",
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, file])),
  };
}

function eventsAnswer(data: unknown): JsonObject {
  const schema = { type: "string", contentSchema: data };
  return { description: "Server-sent events", content: { "text/event-stream": { schema } } };
}
