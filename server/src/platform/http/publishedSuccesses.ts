import type { TSchema } from "typebox";
import { envelope, withHeaders } from "./publishedAnswers.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import { isEventStream, type Route } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";

/** Returns the content of a JSON body with an example. */
export type JsonContent = (schema: JsonObject, example: unknown) => JsonObject;

/** The success responses of operations. Operations with the same data share a component. */
export interface PublishedSuccesses {
  /** Returns a route's success response. Its example is the first recorded response or is generated from the schema. */
  of(route: Route, recorded: unknown): JsonObject;
  /** The responses that several operations share, collected so far. */
  readonly components: JsonObject;
}

/** Creates a collector of the success responses of these routes. */
export function publishedSuccesses(
  schemas: PublishedSchemas,
  routes: readonly Route[],
  content: JsonContent,
): PublishedSuccesses {
  const routesByRecord = Map.groupBy(routes, recordName);
  const components: JsonObject = {};

  /**
   * Returns whether the named record is a page of records that have their own example. A page has no example then, because the
   * example would mostly repeat that of the record.
   */
  function isPageOfAnswers(record: string): boolean {
    return record.endsWith("Page") && routesByRecord.has(record.replace(/Page$/, ""));
  }

  function jsonAnswer(route: Route, recorded: unknown): JsonObject {
    const record = recordName(route);
    const data = schemas.publish(route.data);
    const schema = schemas.add(
      `${record}Envelope`,
      envelope({ success: { type: "boolean" }, data }, ["success", "data"]),
    );
    const alike = routesByRecord.get(record) ?? [];
    const answer = (): JsonObject => ({
      description: "Success",
      // published.test.ts fails if a route without a record version shares the component.
      ...withHeaders(...(alike.some(answersVersion) ? ["ETag"] : [])),
      content: {
        ...(isPageOfAnswers(record)
          ? { "application/json": { schema } }
          : content(schema, shortened(recorded ?? { success: true, data: exampleOf(route.data) }))),
        ...documents(route.documentMediaTypes ?? []),
      },
    });
    if (alike.length === 1) return answer();
    const name = `${record}Answer`;
    components[name] ??= answer();
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    components,
    of: (route, recorded) => {
      if (isEventStream(route)) return eventsAnswer(schemas.publish(route.data));
      return route.fileMediaTypes === undefined
        ? jsonAnswer(route, recorded)
        : fileAnswer(route.fileMediaTypes, route.fileHasETag === true);
    },
  };
}

/** Returns whether the response contains a version. A deleted record has none. */
function answersVersion({ versioned, method }: Route): boolean {
  return versioned === true && method !== "DELETE";
}

/** Returns the `$id` of the data, or else a name derived from the operation. */
function recordName({ data, operationId }: Route): string {
  const { $id } = data as TSchema & { readonly $id?: string };
  return $id ?? operationId.charAt(0).toUpperCase() + operationId.slice(1);
}

/** Returns the example with one entry in each list of records, because further entries do not show more of the format. */
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

function fileAnswer(mediaTypes: readonly string[], hasETag: boolean): JsonObject {
  const file = { schema: { type: "string", format: "binary" } };
  const etag = { description: "Identifies the content of the file", schema: { type: "string" } };
  return {
    description: "The file",
    ...(hasETag ? { headers: { ETag: etag } } : {}),
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, file])),
  };
}

function eventsAnswer(data: unknown): JsonObject {
  const schema = { type: "string", contentSchema: data };
  return { description: "Server-sent events", content: { "text/event-stream": { schema } } };
}
