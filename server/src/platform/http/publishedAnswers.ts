import { ERROR_STATUS, type ErrorCode } from "../../kernel/errors.ts";
import { PUBLISHED_ERRORS } from "./publishedErrors.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import type { RecordedExamples } from "./recordedExamples.ts";
import { exampleOf } from "./schemaExamples.ts";

/**
 * Returns the reference to the response for these error codes, which all have the same status. Operations with the same codes share this
 * component.
 */
export function errorReference(codes: readonly ErrorCode[]): JsonObject {
  return { $ref: `#/components/responses/${answerName(codes)}` };
}

/**
 * Returns the error responses of all operations by component name. Each item of `lists` contains the codes of one status of an
 * operation.
 */
export function errorAnswers(lists: readonly (readonly ErrorCode[])[]): JsonObject {
  return Object.fromEntries(lists.map((codes) => [answerName(codes), errorAnswer(codes)]));
}

/** Returns an example for each code: the recorded response, or one generated from the schema if none is recorded. */
export function errorExamples(codes: readonly ErrorCode[], recorded: RecordedExamples["errors"]): JsonObject {
  return Object.fromEntries(
    codes.map((code) => [errorName(code), { value: recorded[code] ?? errorExample(code) }]),
  );
}

function errorAnswer(codes: readonly ErrorCode[]): JsonObject {
  const references = codes.map((code) => ({ $ref: `#/components/schemas/${errorName(code)}` }));
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${errorName(code)}` }]);
  return {
    description: codes.map((code) => PUBLISHED_ERRORS[code].when).join("; or: "),
    ...withHeaders(...codes.flatMap(headersOf)),
    content: {
      "application/json": {
        schema: references.length === 1 ? references[0] : { oneOf: references },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/**
 * Returns the name of a response component: `not_found` alone is NotFound; `time_conflict` and `invalid_transition` are
 * TimeConflictOrInvalidTransition.
 */
function answerName(codes: readonly ErrorCode[]): string {
  return codes.map((code) => errorName(code).replace(/(?<!Internal)Error$/, "")).join("Or");
}

/** Returns the schema of an error: the envelope with its code and details. */
export function errorSchema(code: ErrorCode, schemas: PublishedSchemas): JsonObject {
  const { when, details } = PUBLISHED_ERRORS[code];
  const properties = {
    success: { type: "boolean", description: "Always false" },
    code: { type: "string", const: code, description: "The error code, for programs" },
    message: { type: "string", description: "A sentence for developers" },
    ...(details === undefined
      ? {}
      : { details: { ...schemas.publish(details), description: "Details of this error" } }),
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

/** Returns the component name of an error code: VersionMismatchError for `version_mismatch`. */
export function errorName(code: ErrorCode): string {
  const words = code.split("_").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join("").replace(/Error$/, "")}Error`;
}

/** Returns the schema of an envelope. It allows additional properties, because later versions may add fields (contract §1). */
export function envelope(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required };
}

export function jsonContent(schema: JsonObject, example: unknown): JsonObject {
  return { "application/json": { schema, example } };
}

/** Returns the headers of a response. The headers of all responses, X-Request-Id and RateLimit-…, are described in the `info` section. */
export function withHeaders(...names: string[]): { readonly headers?: JsonObject } {
  const headers = [...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) };
}

/**
 * Rate-limit headers. Authenticated callers get them if the operator has set a limit; operations without authentication always send them.
 * Only the response to a refused request lists them in the description.
 */
const RATE_LIMIT = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

/** The statuses of errors that are stored for an `Idempotency-Key` (contract §1). */
const STORED_STATUSES: ReadonlySet<number> = new Set([404, 409, 412, 422]);

function headersOf(code: ErrorCode): string[] {
  if (code === "unauthenticated") return ["WWW-Authenticate"];
  if (code === "internal_error") return ["X-Request-Id"];
  if (code === "unavailable") return ["Retry-After"];
  if (code === "rate_limited") return [...RATE_LIMIT, "Retry-After"];
  return STORED_STATUSES.has(ERROR_STATUS[code]) ? ["Idempotency-Replayed"] : [];
}

/** The headers of responses, as components. */
export const HEADERS = {
  "X-Request-Id": {
    description: "Identifies the request in the log of the server",
    schema: { type: "string", format: "uuid" },
  },
  ETag: { description: "The version of the record, in quotes", schema: { type: "string" }, example: '"1"' },
  "RateLimit-Limit": {
    description: "Maximum number of requests per minute, and maximum burst",
    schema: { type: "integer", minimum: 1 },
    example: 3000,
  },
  "RateLimit-Remaining": {
    description: "Number of requests that the limit allows now",
    schema: { type: "integer", minimum: 0 },
    example: 2999,
  },
  "RateLimit-Reset": {
    description: "Seconds until the whole limit is available again",
    schema: { type: "integer", minimum: 0 },
    example: 1,
  },
  "Idempotency-Replayed": {
    description:
      "Present if this is the stored response of an earlier request with the same `Idempotency-Key`",
    schema: { type: "string", const: "true" },
  },
  "Retry-After": {
    description: "Seconds to wait before the next attempt",
    schema: { type: "integer", minimum: 1 },
  },
  "Set-Cookie": {
    description:
      "The session cookie, `daybook_session` (`__Host-daybook_session` over https): HttpOnly, SameSite=Lax",
    schema: { type: "string" },
  },
  "WWW-Authenticate": {
    description: "The accepted authentication scheme",
    schema: { type: "string", const: "Bearer" },
  },
};
