import type { ErrorCode } from "../../kernel/errors.ts";
import { PUBLISHED_ERRORS } from "./publishedErrors.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import type { Route } from "./route.ts";
import { exampleOf } from "./schemaExamples.ts";

/** The success of a route: its data in the envelope, with the version in `ETag` where the record has one. */
export function successAnswer(route: Route, schemas: PublishedSchemas): JsonObject {
  const properties = { success: { type: "boolean", const: true }, data: schemas.publish(route.data) };
  return {
    description: route.status === 201 ? "Created" : "Done",
    headers: headers("X-Request-Id", ...(route.versioned ? ["ETag"] : [])),
    content: jsonContent(envelope(properties, Object.keys(properties)), {
      success: true,
      data: exampleOf(route.data),
    }),
  };
}

/** The answer of a status: a named component for a single code, else a choice between the codes that share it. */
export function errorReference(codes: readonly ErrorCode[]): JsonObject {
  const [code] = codes;
  return codes.length === 1 && code !== undefined
    ? { $ref: `#/components/responses/${errorName(code)}` }
    : errorAnswer(codes);
}

export function errorAnswer(codes: readonly ErrorCode[]): JsonObject {
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

/** The envelope of a code, with the details it brings. */
export function errorSchema(code: ErrorCode, schemas: PublishedSchemas): JsonObject {
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
export function errorName(code: ErrorCode): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("").replace(/Error$/, "")}Error`;
}

/** Envelopes are open: fields may be added to them at any time (contract §1). */
function envelope(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required };
}

export function jsonContent(schema: JsonObject, example: unknown): JsonObject {
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

/** The headers that answers refer to. */
export const HEADERS = {
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
