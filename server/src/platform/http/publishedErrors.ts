import { type TSchema, Type } from "typebox";
import { ERROR_STATUS, type ErrorCode } from "../../kernel/errors.ts";
import { type Route, takesIdempotencyKey } from "./route.ts";
import { atLocation, DateTime, described, Id, Money, nullable, words } from "./shapes.ts";

/**
 * The description of an error code: the condition under which the API returns it, an example of its message and the schema of
 * its `details` (contract §1, "Error codes").
 */
interface PublishedError {
  readonly when: string;
  readonly example: string;
  readonly details?: TSchema;
}

export const PUBLISHED_ERRORS: Readonly<Record<ErrorCode, PublishedError>> = {
  malformed_request: {
    when: "The body is not valid JSON, or the request is not valid HTTP",
    example: "The body is not valid JSON in UTF-8.",
  },
  unauthenticated: {
    when: "The API key, session, visitor token or kiosk pairing is missing, unknown, expired or revoked",
    example: "The API key is malformed, unknown or revoked.",
  },
  forbidden_role: {
    when: "The caller lacks the scope or role, or an API key was used for an operation of the app",
    example: "This operation requires the scope clients:write.",
    details: Type.Object({
      required: Type.String({ description: "The required scope or roles", examples: ["clients:write"] }),
    }),
  },
  not_found: {
    when: "The record does not exist, or belongs to another business",
    example: "There is no such record.",
  },
  method_not_allowed: {
    when: "The path does not support the method",
    example: "The method PUT is not allowed. This path accepts GET, HEAD.",
  },
  time_conflict: {
    when: "The time of the appointment is taken",
    example: "The time is taken.",
    details: Type.Object({
      conflicts: Type.Array(
        Type.Object({
          item_index: Type.Integer({ minimum: 0, description: "Index of the item in the request, from 0" }),
          reason: words(["appointment", "block", "time_off", "resource"] as const, "Kind of the conflict"),
          staff_id: nullable(described(Id, "The staff member whose time is taken; null for a resource")),
          resource_id: nullable(
            described(
              Id,
              "The resource that is taken; null for a staff member, and if several resources have the required type",
            ),
          ),
          resource_type: Type.Optional(
            Type.String({ description: "With the reason resource: the required type", examples: ["room"] }),
          ),
          candidate_ids: Type.Optional(
            Type.Array(Id, {
              description: "With the reason resource: all resources of that type at the location",
            }),
          ),
          starts_at: atLocation("Start of the conflict"),
          ends_at: atLocation("End of the conflict"),
        }),
        { description: "All conflicts" },
      ),
      alternatives: Type.Array(DateTime, {
        maxItems: 3,
        description: "Other starts for the same items, with the location's UTC offset",
      }),
    }),
  },
  invalid_transition: {
    when: "The status of the record, or of a related record, does not allow the change",
    example: "An appointment with the status completed cannot change to cancelled.",
    details: Type.Object({
      from: Type.String({ description: "The current status", examples: ["completed"] }),
      to: nullable(
        Type.String({
          description: "The requested status; null for a change that keeps the status",
          examples: ["cancelled"],
        }),
      ),
      allowed: Type.Array(Type.String(), {
        description: "The statuses to which the record can change",
        examples: [["arrived"]],
      }),
    }),
  },
  sale_closed: {
    when: "A sale of the appointment has been completed",
    example: "A sale of this appointment has been completed. The promotion can no longer be changed.",
  },
  policy_changed: {
    when: "The visitor accepted a version of the policy that is not current",
    example:
      "The sent version is not the version of the current policy. Show the current policy and send its version.",
    details: Type.Object({
      version: nullable(
        Type.Integer({
          minimum: 1,
          description: "The current version; null if the business has no policy",
          examples: [3],
        }),
      ),
    }),
  },
  deposit_required: {
    when: "The booking requires a deposit that the visitor has not paid, or a card that the visitor has not entered",
    example: "This booking requires a deposit. Pay the deposit first.",
    details: Type.Object({ amount: Money }),
  },
  change_window_closed: {
    when: "The appointment has begun, or starts within the policy's window, in which its client cannot reschedule it",
    example: "This appointment can no longer be rescheduled online. Contact the business.",
  },
  version_mismatch: {
    when: "`If-Match` is not the current version of the record",
    example: "The record has changed since you read it. Read it again: the current version is 3.",
    details: Type.Object({
      version: Type.Integer({
        minimum: 0,
        description: "The current version; 0 before the first version",
        examples: [3],
      }),
    }),
  },
  payload_too_large: {
    when: "The body is larger than the limit of the operation, by default 256 KiB",
    example: "The request body exceeds the limit of 262144 bytes.",
  },
  unsupported_media_type: {
    when: "The body is not application/json, or an upload is not multipart/form-data",
    example: "Send the body as application/json.",
  },
  validation_failed: {
    when: "A field is missing, unknown, of the wrong type, out of range, or refers to a record that does not exist",
    example: "/starts_at is required",
    details: Type.Object({
      fields: Type.Array(
        Type.Object({
          path: Type.String({
            description: "JSON pointer into the body, or a slash and the name of the parameter",
            examples: ["/starts_at"],
          }),
          message: Type.String({
            description: "The problem and what is accepted",
            examples: ["is required"],
          }),
        }),
        { minItems: 1, description: "All invalid fields" },
      ),
    }),
  },
  idempotency_key_reused: {
    when: "The `Idempotency-Key` was used with a different request",
    example: "This Idempotency-Key was already used for a different request. Use a new key.",
  },
  online_booking_unavailable: {
    when: "The booking page or waitlist is not open to this client",
    example: "Online booking is not available. Contact the business.",
  },
  patch_test_required: {
    when: "A service requires a patch test, and the client's patch test is missing, too recent or too old",
    example:
      "These services require a patch test that is at least 48 hours and at most 6 months old. Contact the business to book a patch test.",
    details: Type.Object({
      service_ids: Type.Array(Id, { description: "The services that require a patch test" }),
    }),
  },
  code_invalid: {
    when: "The one-time code, pairing code, check-in token or PIN is wrong, expired or used, or was tried too often",
    example: "The code is wrong, expired or used, or was tried five times. Request a new code.",
  },
  proof_required: {
    when: "The IP address has sent many requests, and the header `Proof-Of-Work` has no valid proof of work",
    example: "This request requires a proof of work. Solve the challenge and send the request again.",
    details: Type.Object({
      challenge: Type.Object(
        {
          algorithm: Type.Literal("SHA-256", { description: "Hash of the salt followed by the number" }),
          salt: Type.String({ description: "The salt, which contains the purpose and the expiry" }),
          challenge: Type.String({ description: "The hash to find, in lower-case hexadecimal digits" }),
          maxnumber: Type.Integer({
            minimum: 1,
            description: "Maximum of the number to find; the minimum is 0",
          }),
          signature: Type.String({ description: "Send the signature back unchanged" }),
        },
        { description: "A challenge in the ALTCHA format" },
      ),
    }),
  },
  rate_limited: {
    when: "The caller has sent too many requests",
    example: "Too many requests. Try again in 3 seconds.",
    details: Type.Object({
      retry_after: Type.Integer({ minimum: 1, description: "Seconds to wait", examples: [3] }),
    }),
  },
  internal_error: {
    when: "An unexpected error of the server; the server log contains the cause under the request id",
    example:
      "An unexpected error occurred on the server. Try again. If it persists, report the request id: the server log contains the cause.",
  },
  unavailable: {
    when: "The database, the photo storage or the payment provider is unavailable, or the server is overloaded",
    example: "The database is temporarily unavailable. Try again shortly.",
  },
};

/** Returns the error codes of a route by status: the codes implied by its access and schemas, and the codes in its `errors`. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const isAsked = route.access.kind !== "public";
  const isBelowBusiness = route.access.kind === "business";
  const takesBody = route.method !== "GET";
  const changes = takesBody && route.status !== 201;
  return byStatus([
    ...when(takesBody, ...BODY_ERRORS),
    ...when(isAsked, "unauthenticated"),
    "rate_limited",
    ...when(isBelowBusiness || ["session", "kiosk"].includes(route.access.kind), "forbidden_role"),
    ...when(isBelowBusiness || route.path.includes(":"), "not_found"),
    ...when(changes && route.versioned === true, "version_mismatch"),
    "validation_failed",
    ...when(takesIdempotencyKey(route), "idempotency_key_reused"),
    "internal_error",
    "unavailable",
    ...(route.errors ?? []),
  ]);
}

/** The error codes of requests whose body cannot be read. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  "malformed_request",
  "payload_too_large",
  "unsupported_media_type",
];

const ALL_CODES = Object.keys(PUBLISHED_ERRORS) as ErrorCode[];

/** Groups the codes by status, without duplicates. */
export function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  // Within a status, the codes are in the order of `PUBLISHED_ERRORS`, so that the same codes always give the same list.
  const sorted = ALL_CODES.filter((code) => codes.includes(code)).sort(
    (a, b) => ERROR_STATUS[a] - ERROR_STATUS[b],
  );
  return Map.groupBy(sorted, (code) => ERROR_STATUS[code]);
}

function when(condition: boolean, ...codes: ErrorCode[]): ErrorCode[] {
  return condition ? codes : [];
}
