import { type TSchema, Type } from "typebox";
import { ERROR_STATUS, type ErrorCode } from "../../kernel/errors.ts";
import { type Route, takesIdempotencyKey } from "./route.ts";
import { DateTime, described, Id, nullable, placed, words } from "./shapes.ts";

/** When a code is answered and what its `details` hold: contract §1, "Error codes". */
interface PublishedError {
  readonly when: string;
  readonly example: string;
  readonly details?: TSchema;
}

export const PUBLISHED_ERRORS: Readonly<Record<ErrorCode, PublishedError>> = {
  malformed_request: {
    when: "The body is not JSON, or the request is not sound HTTP",
    example: "The body is not valid JSON in UTF-8.",
  },
  unauthenticated: {
    when: "The key or session is missing, invalid or revoked",
    example: "The API key is not valid.",
  },
  forbidden_role: {
    when: "The caller lacks the scope or role, or a key asks for what only the app may do",
    example: "This needs clients:write.",
    details: Type.Object({
      required: Type.String({ description: "The scope or roles it takes", examples: ["clients:write"] }),
    }),
  },
  not_found: {
    when: "The record is absent, or belongs to another business than the caller's",
    example: "There is no such record.",
  },
  method_not_allowed: { when: "The path does not take the method", example: "This path takes GET, HEAD." },
  time_conflict: {
    when: "Booking, moving or resizing onto time that is taken",
    example: "That time is taken.",
    details: Type.Object({
      conflicts: Type.Array(
        Type.Object({
          item_index: Type.Integer({ minimum: 0, description: "Which item of the request, from 0" }),
          reason: words(["appointment", "block", "time_off", "resource"] as const, "What is in the way"),
          staff_id: nullable(described(Id, "Whose time is taken; null where it is a resource's")),
          resource_id: nullable(
            described(Id, "The resource that is taken; null where it is a member's time"),
          ),
          starts_at: placed("Start of what is in the way"),
          ends_at: placed("End of what is in the way"),
        }),
        { description: "All that stands there" },
      ),
      alternatives: Type.Array(DateTime, {
        maxItems: 3,
        description: "Other starts, with the location's UTC offset; each can be booked as it was posted",
      }),
    }),
  },
  invalid_transition: {
    when: "The visit's state does not go there, or its visit can no longer be moved or resized",
    example: "A completed visit cannot be cancelled.",
    details: Type.Object({
      from: Type.String({ description: "Where the visit stands", examples: ["completed"] }),
      to: nullable(
        Type.String({
          description: "Where it was to go; null for a move or resize",
          examples: ["cancelled"],
        }),
      ),
      allowed: Type.Array(Type.String(), { description: "Where it may go", examples: [["arrived"]] }),
    }),
  },
  version_mismatch: {
    when: "`If-Match` names another version than the record's",
    example: "The record has been changed; it is at version 3.",
    details: Type.Object({
      version: Type.Integer({
        minimum: 0,
        description: "The version there is; 0 while there is none",
        examples: [3],
      }),
    }),
  },
  payload_too_large: {
    when: "The JSON body has more than 256 KiB, or an upload more than its own limit",
    example: "A body holds at most 262144 bytes.",
  },
  unsupported_media_type: {
    when: "The body is not sent as application/json, or an upload not as multipart/form-data",
    example: "Send the body as application/json.",
  },
  validation_failed: {
    when: "A field is missing, unknown, of the wrong shape or out of range, or names what does not exist",
    example: "/starts_at is required",
    details: Type.Object({
      fields: Type.Array(
        Type.Object({
          path: Type.String({
            description: "JSON pointer into the body, or the parameter behind a slash",
            examples: ["/starts_at"],
          }),
          message: Type.String({ description: "What is wrong with it", examples: ["is required"] }),
        }),
        { minItems: 1, description: "Every field that is wrong" },
      ),
    }),
  },
  idempotency_key_reused: {
    when: "The `Idempotency-Key` was sent before with another request",
    example: "This idempotency key belongs to another request.",
  },
  online_booking_unavailable: {
    when: "The booking page or waitlist is not open to this client",
    example: "Online booking is not available.",
  },
  patch_test_required: {
    when: "A service asks for an allergy test that is missing, too fresh or too old",
    example: "These services need a patch test.",
    details: Type.Object({ service_ids: Type.Array(Id, { description: "The services that ask for one" }) }),
  },
  rate_limited: {
    when: "Too many requests in the last minute",
    example: "Too many requests. Try again in 3 seconds.",
    details: Type.Object({
      retry_after: Type.Integer({ minimum: 1, description: "Seconds to wait", examples: [3] }),
    }),
  },
  internal_error: {
    when: "Something went wrong on our side; the request id helps to find out what",
    example: "Something went wrong on our side. The request id helps to find out what.",
  },
  unavailable: {
    when: "The database is away for a moment",
    example: "The database is away for a moment. Try again shortly.",
  },
};

/** The codes a route can answer, by status: those of its access and shapes, and those it names itself. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const isAsked = route.access.kind !== "public";
  const isBelowBusiness = route.access.kind === "business";
  const takesBody = route.method !== "GET";
  const changes = takesBody && route.status !== 201;
  return byStatus([
    ...when(takesBody, ...BODY_ERRORS),
    ...when(isAsked, "unauthenticated"),
    "rate_limited",
    ...when(isBelowBusiness || route.access.kind === "session", "forbidden_role"),
    ...when(isBelowBusiness || route.path.includes(":"), "not_found"),
    ...when(changes && route.versioned === true, "version_mismatch"),
    "validation_failed",
    ...when(takesIdempotencyKey(route), "idempotency_key_reused"),
    "internal_error",
    "unavailable",
    ...(route.errors ?? []),
  ]);
}

/** What the reading of a body may end with. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  "malformed_request",
  "payload_too_large",
  "unsupported_media_type",
];

const ALL_CODES = Object.keys(PUBLISHED_ERRORS) as ErrorCode[];

/** Codes by their status, each once. */
export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  // In the order of the table too, so that the same codes always make the same list.
  const sorted = ALL_CODES.filter((code) => codes.includes(code)).sort(
    (a, b) => ERROR_STATUS[a] - ERROR_STATUS[b],
  );
  return Map.groupBy(sorted, (code) => ERROR_STATUS[code]);
}

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : [];
}
