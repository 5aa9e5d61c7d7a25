import { type TSchema, Type } from "typebox";
import type { ErrorCode } from "../../kernel/errors.ts";
import { errorsOf, PUBLISHED_ERRORS } from "./publishedErrors.ts";
import { type JsonObject, type PublishedSchemas, publishedSchemas } from "./publishedSchemas.ts";
import type { Route } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";
import { Id } from "./shapes.ts";

/** What the document says of itself. */
export interface DescriptionInfo {
  readonly title: string;
  readonly version: string;
  readonly description: string;
}

const INFO: DescriptionInfo = {
  title: "Daybook API",
  version: "1.0.0",
  description:
    "Appointments, availability, clients, menu and team of one business. Every success is " +
    "`{success: true, data}`, every refusal `{success: false, code, message, details?}`.",
};

/**
 * The OpenAPI 3.1 description of the routes, from the same table and the same schemas that serve them (decision 5).
 * Shapes with an `$id` become named components. Throws when two shapes share one, or two routes an operation id.
 */
export function describe(routes: readonly Route[], info: DescriptionInfo = INFO): JsonObject {
  const schemas = publishedSchemas();
  const paths: Record<string, JsonObject> = {};
  const operationIds = new Set<string>();
  for (const route of routes) {
    if (operationIds.has(route.operationId))
      throw new Error(`Two operations are called ${route.operationId}.`);
    operationIds.add(route.operationId);
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, schemas);
  }
  const codes = new Set(routes.flatMap((route) => [...errorsOf(route).values()].flat()));
  const errors = Object.fromEntries([...codes].map((code) => [errorName(code), errorSchema(code, schemas)]));
  return {
    openapi: "3.1.0",
    info: { ...info, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/api/v1", description: "This server" }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key of the business, `dbk_…`, made by its owner with the scopes it needs",
        },
      },
      headers: HEADERS,
      schemas: { ...schemas.components, ...errors },
      responses: Object.fromEntries([...codes].map((code) => [errorName(code), errorAnswer([code])])),
    },
  };
}

function operationOf(route: Route, schemas: PublishedSchemas): JsonObject {
  const errors = [...errorsOf(route)].map(([status, codes]) => [status, errorReference(codes)]);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, accessSentence(route)].filter(Boolean).join("\n\n"),
    ...(route.access.kind === "public" ? { security: [] } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route, schemas), ...versionParameter(route)],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: jsonContent(schemas.publish(route.body), exampleOf(route.body)),
          },
        }),
    responses: { [route.status ?? 200]: successAnswer(route, schemas), ...Object.fromEntries(errors) },
  };
}

function accessSentence({ access }: Route): string {
  if (access.kind === "public") return "Open to everybody.";
  if (access.kind === "caller" || access.scope === "any") return "Needs a key with any scope.";
  if (access.scope === "any_read") return "Needs a key with any read scope.";
  if (access.scope === "app_only") return "Only from the app; every key is refused.";
  return `Needs the scope \`${access.scope}\`.`;
}

function pathParameters(route: Route): JsonObject[] {
  return [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
    example: exampleOf(Id),
  }));
}

function queryParameters(route: Route, schemas: PublishedSchemas): JsonObject[] {
  const required = route.query?.required ?? [];
  return Object.entries(route.query?.properties ?? {}).map(([name, property]) => {
    const { description, ...schema } = schemas.publish(property);
    return {
      name,
      in: "query",
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      // Lists are comma-separated.
      ...(schema["type"] === "array" ? { style: "form", explode: false } : {}),
      schema,
    };
  });
}

/** `If-Match` where a change of a versioned record can be made conditional. */
function versionParameter(route: Route): JsonObject[] {
  if (!errorsOf(route).has(412)) return [];
  return [
    {
      name: "If-Match",
      in: "header",
      required: false,
      description:
        "The `ETag` of the version that was seen; a record that has changed since then answers 412",
      schema: { type: "string" },
      example: '"1"',
    },
  ];
}

function successAnswer(route: Route, schemas: PublishedSchemas): JsonObject {
  return {
    description: route.status === 201 ? "Created" : "Done",
    headers: headers("X-Request-Id", ...(route.versioned ? ["ETag"] : [])),
    content: jsonContent(
      envelope({ success: Type.Literal(true), data: schemas.publish(route.data) as TSchema }, [
        "success",
        "data",
      ]),
      { success: true, data: exampleOf(route.data) },
    ),
  };
}

function errorReference(codes: readonly ErrorCode[]): JsonObject {
  const [code] = codes;
  return codes.length === 1 && code !== undefined
    ? { $ref: `#/components/responses/${errorName(code)}` }
    : errorAnswer(codes);
}

function errorAnswer(codes: readonly ErrorCode[]): JsonObject {
  const references = codes.map((code) => ({ $ref: `#/components/schemas/${errorName(code)}` }));
  return {
    description: codes.map((code) => PUBLISHED_ERRORS[code].when).join("; or: "),
    headers: headers("X-Request-Id", ...codes.flatMap((code) => ERROR_HEADERS[code] ?? [])),
    content: {
      "application/json": {
        schema: references.length === 1 ? references[0] : { oneOf: references },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
}

function errorSchema(code: ErrorCode, schemas: PublishedSchemas): JsonObject {
  const { when, details } = PUBLISHED_ERRORS[code];
  const properties = {
    success: { type: "boolean", const: false },
    code: { type: "string", const: code },
    message: { type: "string", description: "A sentence for a developer" },
    ...(details === undefined ? {} : { details: schemas.publish(details) }),
  };
  return { description: when, ...envelope(properties, Object.keys(properties)) };
}

function errorExample(code: ErrorCode): JsonObject {
  const { example, details } = PUBLISHED_ERRORS[code];
  return {
    success: false,
    code,
    message: example,
    ...(details === undefined ? {} : { details: exampleOf(details) }),
  };
}

/** `version_mismatch` is described as VersionMismatchError. */
function errorName(code: ErrorCode): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("").replace(/Error$/, "")}Error`;
}

/** Envelopes are open: fields may be added to them at any time (contract §1). */
function envelope(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required };
}

function jsonContent(schema: JsonObject, example: unknown): JsonObject {
  return { "application/json": { schema, example } };
}

function headers(...names: string[]): JsonObject {
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const ERROR_HEADERS: Partial<Readonly<Record<ErrorCode, readonly string[]>>> = {
  unauthenticated: ["WWW-Authenticate"],
  rate_limited: ["Retry-After"],
  unavailable: ["Retry-After"],
};

const HEADERS = {
  "X-Request-Id": {
    description: "Names this request in our logs",
    schema: { type: "string", format: "uuid" },
  },
  ETag: { description: "The record's version, in quotes", schema: { type: "string" }, example: '"1"' },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
  "WWW-Authenticate": {
    description: "The scheme that is asked for",
    schema: { type: "string", const: "Bearer" },
  },
};
