import { ApiError, invalid } from "../../../kernel/errors.ts";
import { SIGN_UP_ADDRESS_RULE } from "./schema.ts";

/** The field and message for each error code of better-auth. */
const FIELD_PROBLEMS: Readonly<Record<string, { path: string; message: string }>> = {
  USER_ALREADY_EXISTS: { path: "/email", message: "is already used by another user" },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { path: "/email", message: "is already used by another user" },
  // A concurrent sign-up has inserted a user with the address. This code never reports a database failure, because auth.ts
  // rethrows database errors.
  FAILED_TO_CREATE_USER: { path: "/email", message: "is already used by another user" },
  INVALID_EMAIL: { path: "/email", message: SIGN_UP_ADDRESS_RULE },
  // Daybook has already checked all other fields; better-auth accepts fewer e-mail addresses than the schema.
  VALIDATION_ERROR: { path: "/email", message: SIGN_UP_ADDRESS_RULE },
  INVALID_TOKEN: { path: "/token", message: "is unknown, expired or already used: request a new e-mail" },
  TOKEN_EXPIRED: { path: "/token", message: "is unknown, expired or already used: request a new e-mail" },
  INVALID_PASSWORD: { path: "/currentPassword", message: "must be the current password" },
  PASSWORD_TOO_SHORT: { path: "/newPassword", message: "must have at least 8 characters" },
  PASSWORD_TOO_LONG: { path: "/newPassword", message: "must have at most 128 characters" },
};

/**
 * Converts an error response of better-auth to an API error: `validation_failed` with the field for a known code, `unauthenticated` for a
 * wrong password or a missing session, otherwise `internal_error`. Ignores the message of the response.
 */
export function refusalOf(status: number, body: string, path: string): ApiError {
  const code = codeIn(body);
  const problem = FIELD_PROBLEMS[code];
  if (problem !== undefined) {
    const field = path.startsWith("/sign-") && code.startsWith("PASSWORD") ? "/password" : problem.path;
    return invalid({ ...problem, path: field });
  }
  // FAILED_TO_CREATE_SESSION: another request changed the password after better-auth had compared it.
  if (code === "INVALID_EMAIL_OR_PASSWORD" || code === "FAILED_TO_CREATE_SESSION")
    return new ApiError("unauthenticated", "The e-mail address or the password is wrong.");
  if (status === 401)
    return new ApiError("unauthenticated", "The request has no valid session. Sign in first.");
  const cause = new Error(`better-auth responded to ${path} with ${status} ${code}`);
  return new ApiError(
    "internal_error",
    "An unexpected error occurred on the server. Try again. If it persists, report the request id: the server log contains the cause.",
    undefined,
    cause,
  );
}

function codeIn(body: string): string {
  try {
    const answer: unknown = JSON.parse(body);
    return answer !== null && typeof answer === "object" && "code" in answer ? String(answer.code) : "";
  } catch {
    // The body is not JSON, so it contains no code.
    return "";
  }
}
