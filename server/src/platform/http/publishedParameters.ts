import type { TSchema } from "typebox";
import { queryWithDryRun } from "./dryRun.ts";
import { errorsOf } from "./publishedErrors.ts";
import { FAMILIAR_FORMATS } from "./publishedForm.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import type { RecordedRequest } from "./recordedExamples.ts";
import { type Route, takesIdempotencyKey } from "./route.ts";

/** Returns the path, query and header parameters of a route with the recorded values as examples. */
export function parametersOf(
  route: Route,
  schemas: PublishedSchemas,
  recorded: RecordedRequest,
): JsonObject[] {
  return [
    ...pathParameters(route, recorded),
    ...queryParameters(route, schemas, recorded),
    ...headerParameters(route),
    ...versionParameter(route),
    ...idempotencyParameter(route),
  ];
}

function headerParameters({ headers = [] }: Route): JsonObject[] {
  return headers.map(({ name, description, isRequired, example }) => ({
    name,
    in: "header",
    ...(isRequired ? { required: true } : {}),
    description,
    schema: { type: "string" },
    example,
  }));
}

function pathParameters(route: Route, recorded: RecordedRequest): JsonObject[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    ...(route.secretsInPath?.includes(name)
      ? {
          description:
            name === "slug"
              ? "Slug of the business"
              : name === "hold_token"
                ? "The token of the hold"
                : `The ${name.replaceAll("_", " ")} of the link`,
          schema: { type: "string" },
          example: recorded.path?.[name] ?? (name === "slug" ? "salon-lindenhof" : "kD3vUq0mX8"),
        }
      : {
          description: `Identifier of the ${name === "staff" ? "staff member" : name.replaceAll("_", " ")}`,
          schema: { type: "string", format: "uuid" },
        }),
  }));
}

function queryParameters(route: Route, schemas: PublishedSchemas, recorded: RecordedRequest): JsonObject[] {
  const required: readonly string[] = route.query?.required ?? [];
  const properties: Readonly<Record<string, TSchema>> = queryWithDryRun(route)?.properties ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = schemas.publish(property, "input");
    const text = recorded.query?.[name];
    return {
      name,
      in: "query",
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      // Lists are comma-separated.
      ...(schema.type === "array" ? { style: "form", explode: false } : {}),
      schema,
      ...(text === undefined || FAMILIAR_FORMATS.has(schema.format)
        ? {}
        : { example: valueIn(text, schema.type) }),
    };
  });
}

/** Converts the text of a query parameter to the type of its schema. */
function valueIn(text: string, type: unknown): unknown {
  if (type === "array") return text.split(",");
  if (type === "integer" || type === "number") return Number(text);
  return type === "boolean" ? text === "true" || text === "1" : text;
}

/** Returns `If-Match` if the route changes a record with a version. */
function versionParameter(route: Route): JsonObject[] {
  if (!errorsOf(route).has(412)) return [];
  return [
    {
      name: "If-Match",
      in: "header",
      description: "The `ETag` of the version that you read. Returns 412 if the record has a newer version",
      schema: { type: "string" },
      example: '"1"',
    },
  ];
}

/** Returns `Idempotency-Key` if the operation's responses are stored. */
function idempotencyParameter(route: Route): JsonObject[] {
  if (!takesIdempotencyKey(route)) return [];
  const without = route.replaysWithout ?? [];
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      description:
        "A text that identifies the request. The same request with the same key within 24 hours gets the stored response, " +
        "with `Idempotency-Replayed: true`, and changes nothing" +
        (without.length === 0
          ? ""
          : `; ${without.map((name) => `\`${name}\``).join(" and ")} is omitted then`),
      schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
      example: "booking-4711",
    },
  ];
}

/**
 * Converts parameters that several operations share to components, replaces them in the operations by references, and returns
 * the components by name. If parameters with the same name differ, only the most frequent one becomes a component.
 */
export function shareParameters(operations: readonly unknown[]): JsonObject {
  const withParameters = operations.filter(hasParameters);
  const counts = new Map<string, Map<string, number>>();
  for (const parameter of withParameters.flatMap((operation) => operation.parameters)) {
    const text = JSON.stringify(parameter);
    const alike = counts.get(componentName(parameter)) ?? new Map<string, number>();
    counts.set(componentName(parameter), alike.set(text, (alike.get(text) ?? 0) + 1));
  }
  const shared = new Map<string, string>();
  for (const [name, alike] of counts) {
    const [text, count] = [...alike].reduce((max, each) => (each[1] > max[1] ? each : max));
    if (count > 1) shared.set(text, name);
  }
  for (const operation of withParameters)
    operation.parameters = operation.parameters.map((parameter) => {
      const name = shared.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  return Object.fromEntries([...shared].map(([text, name]) => [name, JSON.parse(text)]));
}

function hasParameters(operation: unknown): operation is { parameters: JsonObject[] } {
  return Array.isArray((operation as { readonly parameters?: unknown }).parameters);
}

/**
 * Returns the component name of a parameter: IdempotencyKey for `Idempotency-Key`, LocationIdQuery and LocationIdPath for `location_id`
 * in a query or path. Generators need names that differ from schema names.
 */
function componentName({ name, in: place }: JsonObject): string {
  const words = [...String(name).split(/[-_]/), ...(place === "header" ? [] : [String(place)])];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
