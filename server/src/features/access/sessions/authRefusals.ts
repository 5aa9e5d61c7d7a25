import { ApiError, invalid } from "../../../kernel/errors.ts";

/** The field that a refusal of better-auth's is about: by its code, and the name of the password where it was sent. */
const FIELD_PROBLEMS: Readonly<Record<string, { path: string; message: string }>> = {
  USER_ALREADY_EXISTS: { path: "/email", message: "belongs to another user" },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { path: "/email", message: "belongs to another user" },
  // Somebody else was faster: had the database failed, that would have been told instead (auth.ts).
  FAILED_TO_CREATE_USER: { path: "/email", message: "belongs to another user" },
  INVALID_EMAIL: { path: "/email", message: "must be an e-mail address" },
  // All other fields of a body have been checked; of addresses it takes fewer than we do.
  VALIDATION_ERROR: { path: "/email", message: "must be an e-mail address" },
  INVALID_TOKEN: { path: "/token", message: "is not valid any more: ask for another mail" },
  TOKEN_EXPIRED: { path: "/token", message: "is not valid any more: ask for another mail" },
  INVALID_PASSWORD: { path: "/currentPassword", message: "is not the password" },
  PASSWORD_TOO_SHORT: { path: "/newPassword", message: "must have at least 8 characters" },
  PASSWORD_TOO_LONG: { path: "/newPassword", message: "must have at most 128 characters" },
};

/**
 * What better-auth refused, as one of ours: its code says which field or that nobody is signed in, its words stay with
 * the cause, for the log. Whatever is not known here is a failure of ours.
 */
export function refusalOf(status: number, body: string, path: string): ApiError {
  const code = codeIn(body);
  const problem = FIELD_PROBLEMS[code];
  if (problem !== undefined) {
    const field = path.startsWith("/sign-") && code.startsWith("PASSWORD") ? "/password" : problem.path;
    return invalid({ ...problem, path: field });
  }
  // A session that was not made: the password was right, and another one was chosen before it could be.
  if (code === "INVALID_EMAIL_OR_PASSWORD" || code === "FAILED_TO_CREATE_SESSION")
    return new ApiError("unauthenticated", "The e-mail address or the password is wrong.");
  if (status === 401) return new ApiError("unauthenticated", "Nobody is signed in. Sign in first.");
  const cause = new Error(`better-auth answered ${path} with ${status} ${code}`);
  return new ApiError(
    "internal_error",
    "Something went wrong on our side. The request id helps to find out what.",
    undefined,
    cause,
  );
}

function codeIn(body: string): string {
  try {
    const answer: unknown = JSON.parse(body);
    return answer !== null && typeof answer === "object" && "code" in answer ? String(answer.code) : "";
  } catch {
    // Not JSON: there is no code in it.
    return "";
  }
}
