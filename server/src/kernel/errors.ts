/**
 * All API error codes and their HTTP status (contract §1, "Error codes"). An `ApiError` ends the request: the HTTP layer
 * sends it as the error envelope, so it must not contain internals. The original error is its `cause`, which is only logged.
 */
export const ERROR_STATUS = {
  malformed_request: 400,
  unauthenticated: 401,
  forbidden_role: 403,
  not_found: 404,
  method_not_allowed: 405,
  time_conflict: 409,
  invalid_transition: 409,
  sale_closed: 409,
  policy_changed: 409,
  deposit_required: 402,
  change_window_closed: 409,
  version_mismatch: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  idempotency_key_reused: 422,
  online_booking_unavailable: 403,
  patch_test_required: 422,
  code_invalid: 422,
  proof_required: 428,
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

/** Returns whether an error is a rejection of the request (status below 500). All other errors are failures of the server. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

/**
 * Returns the error for a missing record. The error is the same for a record of another business and for a malformed id, so
 * that it does not reveal whether the record exists.
 */
export function notFound(): ApiError {
  return new ApiError("not_found", "There is no such record.");
}

export function methodNotAllowed(method: string, accepted: string): ApiError {
  return new ApiError(
    "method_not_allowed",
    `The method ${method} is not allowed. This path accepts ${accepted}.`,
  );
}

/** An invalid field or parameter. The path is a JSON pointer into the body, or a slash and the name of the parameter. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export function invalid(...fields: FieldProblem[]): ApiError {
  const first = fields[0];
  const message =
    first === undefined
      ? "The request contains an invalid field."
      : `${first.path || "The request"} ${first.message}`;
  return new ApiError("validation_failed", message, { fields });
}

/**
 * Returns the validation problem of a request that must contain exactly one of the fields
 * `name` and `others`, but contains none or several of them. The problem is reported for
 * the field `name`; `isSent` states whether the request contains this field.
 */
export function exactlyOneProblem(
  name: string,
  others: readonly string[],
  { isSent }: { readonly isSent: boolean },
): FieldProblem {
  const rest = `${others.map((other) => `\`${other}\``).join(" or ")} is set`;
  return {
    path: `/${name}`,
    message: isSent ? `is not accepted when ${rest}` : `is required unless ${rest}`,
  };
}

/** Throws `validation_failed` unless the list is empty, so that a function can collect all problems and report them together. */
export function refuseIf(problems: readonly FieldProblem[]): void {
  if (problems.length > 0) throw invalid(...problems);
}

/**
 * Returns the problems of a list of ids: unknown ids, with `unknownMessage`, and repeated ids. `pathOf` returns the path of
 * the id at an index.
 */
export function idProblems(
  ids: readonly string[],
  known: ReadonlySet<string>,
  unknownMessage: string,
  pathOf: (index: number) => string,
): FieldProblem[] {
  return ids.flatMap((id, index) => {
    if (!known.has(id)) return [{ path: pathOf(index), message: unknownMessage }];
    return ids.indexOf(id) < index ? [{ path: pathOf(index), message: "must appear only once" }] : [];
  });
}
