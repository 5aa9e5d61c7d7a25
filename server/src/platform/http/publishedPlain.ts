import type { TObject, TSchema } from "typebox";
import type { ErrorCode } from "../../kernel/errors.ts";
import { withHeaders } from "./publishedAnswers.ts";
import { BODY_ERRORS, byStatus } from "./publishedErrors.ts";
import type { PublishedParts } from "./publishedParts.ts";
import type { JsonObject } from "./publishedSchemas.ts";
import type { RecordedExamples } from "./recordedExamples.ts";
import { exampleOf } from "./schemaExamples.ts";

/** An operation of better-auth, which is outside the route table. Its success response has no envelope. */
export interface PlainOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly prefix: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly body?: TObject;
  /** The schema of the whole response body. */
  readonly answer: TSchema;
  /** Whether the operation sets or deletes the session cookie. */
  readonly setsCookie?: boolean;
  /** Whether the operation reads the session cookie. */
  readonly takesSession?: boolean;
  /** Error codes in addition to those implied by the schemas. */
  readonly errors?: readonly ErrorCode[];
  /**
   * The maximum number of requests per minute from one IP address, for operations that could be abused to guess passwords or
   * send e-mails.
   */
  readonly perMinute?: number;
}

/** Describes the operation in OpenAPI. */
export function plainOperation(
  operation: PlainOperation,
  { schemas, failures, content }: PublishedParts,
  examples: RecordedExamples,
): JsonObject {
  const { operationId, tag, summary, description, body, answer, perMinute } = operation;
  const recorded = examples.operations[operationId];
  const limit = perMinute === undefined ? [] : [`One IP address can send ${perMinute} requests per minute.`];
  const sent = body && content(schemas.publish(body, "input"), recorded?.request.body ?? exampleOf(body));
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, ...limit].join("\n\n"),
    security: operation.takesSession === true ? [{ session: [] }] : [],
    ...(sent === undefined ? {} : { requestBody: { required: true, content: sent } }),
    responses: {
      200: {
        description: "Done",
        ...withHeaders(...(operation.setsCookie === true ? ["Set-Cookie"] : [])),
        content: content(schemas.publish(answer), recorded?.answer ?? exampleOf(answer)),
      },
      ...failures.of(plainErrorsOf(operation)),
    },
  };
}

/** Returns the error codes of the operation by status. */
export function plainErrorsOf(operation: PlainOperation): Map<number, ErrorCode[]> {
  const writes = operation.method !== "GET";
  return byStatus([
    "malformed_request",
    ...(writes ? BODY_ERRORS : []),
    // The codes for writes from another origin, and for bodies sent to operations without a body.
    ...(writes ? (["forbidden_role", "validation_failed"] as const) : []),
    "rate_limited",
    "internal_error",
    "unavailable",
    ...(operation.errors ?? []),
  ]);
}
