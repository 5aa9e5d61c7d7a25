import type { PlainOperation } from "../../../platform/http/publishedPlain.ts";
import {
  CurrentSession,
  PasswordChangeResult,
  PasswordInput,
  PasswordResetInput,
  PasswordResetRequestInput,
  PasswordResetRequestResult,
  SignInInput,
  SignInResult,
  SignOutResult,
  SignUpInput,
  SignUpResult,
  StatusResult,
  UserChanges,
} from "./schema.ts";

export const AUTH_PREFIX = "/api/auth";

/** A published route of better-auth, with its validation and description. The path is relative to `/api/auth`. */
export interface SignInOperation extends PlainOperation {
  readonly method: "GET" | "POST";
}

const base = { prefix: AUTH_PREFIX, tag: "Signing in" } as const;

/** All published routes; other routes of better-auth respond with 404. */
export const SIGN_IN_OPERATIONS: readonly SignInOperation[] = [
  {
    ...base,
    method: "POST",
    path: "/sign-up/email",
    operationId: "signUp",
    summary: "Sign up with an e-mail address and a password",
    description:
      "On a server that only its own machine can reach, creates a user without a business and a session. Otherwise sends an e-mail and creates no session. The user is created after opening the link and repeating the password. The response is then the same for known and unknown addresses. Returns 403 unless `DAYBOOK_SIGN_UP` is `open`. Invited users sign up with the link of the invitation.",
    body: SignUpInput,
    answer: SignUpResult,
    setsCookie: true,
    errors: ["forbidden_role"],
    perMinute: 10,
  },
  {
    ...base,
    method: "POST",
    path: "/sign-in/email",
    operationId: "signIn",
    summary: "Sign in with an e-mail address and a password",
    description:
      "The response is the same for a wrong password and an unknown address. After 10 failures within 15 minutes, only browsers that have signed in to the account before can sign in. A password reset ends this restriction.",
    body: SignInInput,
    answer: SignInResult,
    setsCookie: true,
    errors: ["unauthenticated"],
    perMinute: 10,
  },
  {
    ...base,
    method: "POST",
    path: "/sign-out",
    operationId: "signOut",
    summary: "Sign out",
    description: "Ends the session and clears its cookie. Does nothing without a session.",
    answer: SignOutResult,
    setsCookie: true,
    takesSession: true,
  },
  {
    ...base,
    method: "GET",
    path: "/get-session",
    operationId: "getSession",
    summary: "Get the current session",
    description:
      "Each use extends the session by 30 days from the time of use. `GET /api/v1/me` returns the user's roles.",
    answer: CurrentSession,
    setsCookie: true,
    takesSession: true,
  },
  {
    ...base,
    method: "POST",
    path: "/request-password-reset",
    operationId: "requestPasswordReset",
    summary: "Request a password reset",
    description:
      "Sends a link that is valid for one hour and can be used once. The response is the same for known and unknown addresses.",
    body: PasswordResetRequestInput,
    answer: PasswordResetRequestResult,
    perMinute: 5,
  },
  {
    ...base,
    method: "POST",
    path: "/reset-password",
    operationId: "resetPassword",
    summary: "Reset a password",
    description: "Ends all sessions of the user.",
    body: PasswordResetInput,
    answer: StatusResult,
    perMinute: 10,
  },
  {
    ...base,
    method: "POST",
    path: "/change-password",
    operationId: "updatePassword",
    summary: "Update the password of the signed-in user",
    description: "Ends all sessions of the user and starts a new one for the caller.",
    body: PasswordInput,
    answer: PasswordChangeResult,
    setsCookie: true,
    takesSession: true,
    errors: ["unauthenticated"],
    perMinute: 10,
  },
  {
    ...base,
    method: "POST",
    path: "/update-user",
    operationId: "updateUser",
    summary: "Update the full name of the signed-in user's account",
    description: "The first word of `name` becomes the first name, and the rest becomes the last name.",
    body: UserChanges,
    answer: StatusResult,
    setsCookie: true,
    takesSession: true,
    errors: ["unauthenticated"],
  },
  {
    ...base,
    method: "POST",
    path: "/revoke-sessions",
    operationId: "revokeSessions",
    summary: "Revoke all sessions of the signed-in user",
    description: "Ends all sessions of the user, including the current one.",
    answer: StatusResult,
    setsCookie: true,
    takesSession: true,
    errors: ["unauthenticated"],
  },
];

/** Returns the operation with this path. Throws for an unknown path. */
export function signInOperation(path: string): SignInOperation {
  const found = SIGN_IN_OPERATIONS.find((operation) => operation.path === path);
  if (found === undefined) throw new Error(`${path} is not a sign-in operation.`);
  return found;
}
