import type { TObject, TSchema } from "typebox";
import type { ErrorCode } from "../../kernel/errors.ts";
import { errorReference, headersNamed, jsonContent, RATE_LIMIT } from "./publishedAnswers.ts";
import { BODY_ERRORS, byStatus } from "./publishedErrors.ts";
import type { JsonObject, PublishedSchemas } from "./publishedSchemas.ts";
import type { RecordedExamples } from "./recordedExamples.ts";
import { exampleOf } from "./schemaExamples.ts";

/** An operation beside the route table, whose success has no envelope: signing in, which is better-auth's. */
export interface PlainOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** What the path stands below. */
  readonly prefix: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly body?: TObject;
  /** The shape of the whole answer. */
  readonly answer: TSchema;
  /** Whether it gives or takes back the session's cookie. */
  readonly setsCookie?: boolean;
  /** Whether it reads the session's cookie. */
  readonly takesSession?: boolean;
  /** Beside those that its shape makes possible. */
  readonly errors?: readonly ErrorCode[];
  /** Times a minute that one address may, where fewer than elsewhere: it can be used to try passwords, or to fill mailboxes. */
  readonly perMinute?: number;
}

/** How it is published. */
export function plainOperation(
  operation: PlainOperation,
  schemas: PublishedSchemas,
  examples: RecordedExamples,
): JsonObject {
  const { operationId, tag, summary, description, body, answer, perMinute } = operation;
  const recorded = examples.operations[operationId];
  const limit = perMinute === undefined ? [] : [`One address may do this ${perMinute} times a minute.`];
  const errors = [...plainErrorsOf(operation)].map(([status, codes]) => [status, errorReference(codes)]);
  const content = body && jsonContent(schemas.publish(body), recorded?.request.body ?? exampleOf(body));
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, ...limit].join("\n\n"),
    security: operation.takesSession === true ? [{ session: [] }] : [],
    ...(content === undefined ? {} : { requestBody: { required: true, content } }),
    responses: {
      200: {
        description: "Done",
        headers: headersNamed(
          "X-Request-Id",
          ...RATE_LIMIT,
          ...(operation.setsCookie === true ? ["Set-Cookie"] : []),
        ),
        content: jsonContent(schemas.publish(answer), recorded?.answer ?? exampleOf(answer)),
      },
      ...Object.fromEntries(errors),
    },
  };
}

/** The codes it can answer, by status. */
export function plainErrorsOf(operation: PlainOperation): Map<number, ErrorCode[]> {
  const writes = operation.method !== "GET";
  return byStatus([
    "malformed_request",
    ...(writes ? BODY_ERRORS : []),
    // A write from another web site; a body where none is taken.
    ...(writes ? (["forbidden_role", "validation_failed"] as const) : []),
    "rate_limited",
    "internal_error",
    "unavailable",
    ...(operation.errors ?? []),
  ]);
}
