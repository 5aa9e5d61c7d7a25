/**
 * The catalogue of endings (contract §1, "Error codes"). An `ApiError` ends the request: the HTTP layer writes
 * it as the envelope and nothing of it is internal. What went wrong inside travels as `cause`, for the log only.
 */
export const ERROR_STATUS = {
  malformed_request: 400,
  unauthenticated: 401,
  forbidden_role: 403,
  not_found: 404,
  method_not_allowed: 405,
  time_conflict: 409,
  invalid_transition: 409,
  version_mismatch: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  idempotency_key_reused: 422,
  online_booking_unavailable: 403,
  patch_test_required: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.details = details;
  }
}

/** The one answer for what is absent, foreign or malformed: identical byte for byte, so that it betrays nothing. */
export function notFound(): ApiError {
  return new ApiError("not_found", "There is no such record.");
}

/** One field that was refused: a JSON pointer into the body, or the parameter's name behind a slash. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export function invalid(...fields: FieldProblem[]): ApiError {
  const first = fields[0];
  const message = first === undefined ? "The input is not valid." : `${first.path || "/"} ${first.message}`;
  return new ApiError("validation_failed", message, { fields });
}

/** Throws when there is anything to complain about: use cases collect every problem before they refuse. */
export function refuseIf(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalid(...problems);
}
