import { ERROR_STATUS, type ErrorCode } from "../../kernel/errors.ts";
import { BODY_ERRORS, PUBLISHED_ERRORS } from "./publishedErrors.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import type { RecordedExamples } from "./recordedExamples.ts";
import { exampleOf } from "./schemaExamples.ts";

/** The error codes that do not depend on the individual operation, by status range and kind of operation. */
const COMMON_ERRORS = {
  PublicReadErrors: ["not_found", "validation_failed", "rate_limited"],
  PublicWriteErrors: [
    ...BODY_ERRORS,
    "not_found",
    "validation_failed",
    "idempotency_key_reused",
    "rate_limited",
  ],
  ReadErrors: ["unauthenticated", "forbidden_role", "not_found", "validation_failed", "rate_limited"],
  WriteErrors: [
    ...BODY_ERRORS,
    "unauthenticated",
    "forbidden_role",
    "not_found",
    "validation_failed",
    "idempotency_key_reused",
    "rate_limited",
  ],
  ServerErrors: ["internal_error", "unavailable"],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>;

/** The published error responses. Operations with the same codes share a component. */
export interface PublishedFailures {
  /** Returns references to the error responses of an operation with these codes. */
  of(codesByStatus: ReadonlyMap<number, readonly ErrorCode[]>): JsonObject;
  /** The named responses collected so far. */
  readonly components: JsonObject;
  /** The codes of these responses. */
  readonly codes: ReadonlySet<ErrorCode>;
}

/**
 * Creates a collector of error responses for the description of operations. An operation lists each of its statuses with all codes of that
 * status. In the brief form, codes that all operations of a kind have in common are described once, as the response for all statuses from
 * 400 to 499 or from 500 to 599; an operation then lists only the statuses with a code of its own, which take precedence over a range
 * (decision 91).
 */
export function publishedFailures(isBrief: boolean): PublishedFailures {
  const components: JsonObject = {};
  const described = new Set<ErrorCode>();

  function reference(name: string, codes: readonly ErrorCode[]): JsonObject {
    components[name] ??= errorAnswer(codes);
    for (const code of codes) described.add(code);
    return { $ref: `#/components/responses/${name}` };
  }

  return {
    components,
    codes: described,
    of: (codesByStatus) => {
      if (!isBrief)
        return Object.fromEntries(
          [...codesByStatus].map(([status, codes]) => [status, reference(answerName(codes), codes)]),
        );
      const kind = kindOf([...codesByStatus.values()].flat());
      const common: ReadonlySet<ErrorCode> = new Set([...COMMON_ERRORS[kind], ...COMMON_ERRORS.ServerErrors]);
      const own = [...codesByStatus].filter(([, codes]) => codes.some((code) => !common.has(code)));
      return {
        ...Object.fromEntries(own.map(([status, codes]) => [status, reference(answerName(codes), codes)])),
        "4XX": reference(kind, COMMON_ERRORS[kind]),
        "5XX": reference("ServerErrors", COMMON_ERRORS.ServerErrors),
      };
    },
  };
}

function kindOf(codes: readonly ErrorCode[]): Exclude<keyof typeof COMMON_ERRORS, "ServerErrors"> {
  const kind = codes.includes("payload_too_large") ? "WriteErrors" : "ReadErrors";
  return codes.includes("unauthenticated") ? kind : `Public${kind}`;
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
    description: codes
      .map((code) => `${ERROR_STATUS[code]} \`${code}\`: ${PUBLISHED_ERRORS[code].when}`)
      .join("\n\n"),
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

/** Returns the schema of an error: the envelope with its code and details. The `info` section describes the other fields of envelopes. */
export function errorSchema(code: ErrorCode, schemas: PublishedSchemas): JsonObject {
  const { when, details } = PUBLISHED_ERRORS[code];
  const properties = {
    success: { type: "boolean" },
    code: { type: "string", const: code },
    message: { type: "string" },
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

/**
 * Returns the headers of a response. The `info` section describes the headers that any response may have: X-Request-Id, RateLimit-… and
 * Idempotency-Replayed.
 */
export function withHeaders(...names: string[]): { readonly headers?: JsonObject } {
  const headers = [...new Set(names)].map((name) => [name, { $ref: `#/components/headers/${name}` }]);
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) };
}

/**
 * Rate-limit headers. Authenticated callers get them if the operator has set a limit; operations without authentication always send them.
 * Only the response to a rejected request lists them in the description.
 */
const RATE_LIMIT = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];

function headersOf(code: ErrorCode): string[] {
  if (code === "unauthenticated") return ["WWW-Authenticate"];
  if (code === "internal_error") return ["X-Request-Id"];
  if (code === "unavailable") return ["Retry-After"];
  return code === "rate_limited" ? [...RATE_LIMIT, "Retry-After"] : [];
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
