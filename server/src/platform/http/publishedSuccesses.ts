import type { TSchema } from "typebox";
import { envelope, headersNamed, RATE_LIMIT } from "./publishedAnswers.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import { type Route, takesIdempotencyKey } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";

/** The successes of operations: components that all operations share that answer the same data. */
export interface PublishedSuccesses {
  /** The reference to the success of a route. Its example is the first recorded answer, or one made from the schema. */
  of(route: Route, recorded: unknown): JsonObject;
  /** The named responses so far. */
  readonly components: JsonObject;
  /** The named examples so far: one for each envelope. */
  readonly examples: JsonObject;
}

/**
 * Collects the successes while these routes are described. A response has the headers of all routes that answer it: which of
 * them are present depends on the request.
 */
export function publishedSuccesses(schemas: PublishedSchemas, routes: readonly Route[]): PublishedSuccesses {
  const routesByRecord = Map.groupBy(routes, recordName);
  const components: JsonObject = {};
  const examples: JsonObject = {};

  function jsonAnswer(route: Route, recorded: unknown): JsonObject {
    const record = recordName(route);
    const data = schemas.publish(route.data);
    const properties = { success: { type: "boolean", const: true, description: "Always true" }, data };
    const body = { description: `Success with ${record}`, ...envelope(properties, Object.keys(properties)) };
    const schema = schemas.add(`${record}Envelope`, body);
    examples[record] ??= { value: shortened(recorded ?? { success: true, data: exampleOf(route.data) }) };
    const name = `${record}Answer`;
    const alike = routesByRecord.get(record) ?? [];
    components[name] ??= {
      description: (route.data as TSchema & { description?: string }).description ?? "Done",
      headers: headersNamed(
        "X-Request-Id",
        ...RATE_LIMIT,
        ...(alike.some(answersVersion) ? ["ETag"] : []),
        ...(alike.some(takesIdempotencyKey) ? ["Idempotency-Replayed"] : []),
      ),
      content: {
        "application/json": {
          schema,
          examples: { [record]: { $ref: `#/components/examples/${record}` } },
        },
      },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    components,
    examples,
    of: (route, recorded) =>
      route.fileMediaTypes === undefined ? jsonAnswer(route, recorded) : fileAnswer(route.fileMediaTypes),
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

function fileAnswer(mediaTypes: readonly string[]): JsonObject {
  const file = { schema: { type: "string", format: "binary" } };
  return {
    description: "The file",
    headers: headersNamed("X-Request-Id"),
    content: Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, file])),
  };
}
