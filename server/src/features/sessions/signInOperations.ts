import type { PlainOperation } from "../../platform/http/publishedPlain.ts";
import {
  PasswordChangeInput,
  ResetInput,
  ResetRequestAnswer,
  ResetRequestInput,
  SessionAnswer,
  SignInAnswer,
  SignInInput,
  SignOutAnswer,
  SignUpAnswer,
  SignUpInput,
  StatusAnswer,
  UserChangeInput,
} from "./schema.ts";

/** Where better-auth's routes stand. */
export const AUTH_PREFIX = "/api/auth";

/**
 * One of better-auth's own routes that we let through, what we check before it sees anything, and how it is published.
 * Its path stands below `/api/auth`.
 */
export interface SignInOperation extends PlainOperation {
  readonly method: "GET" | "POST";
}

const base = { prefix: AUTH_PREFIX, tag: "Signing in" } as const;

/** All of them: every other route of better-auth's answers 404. */
export const SIGN_IN_OPERATIONS: readonly SignInOperation[] = [
  {
    ...base,
    method: "POST",
    path: "/sign-up/email",
    operationId: "signUp",
    summary: "Sign up with an e-mail address and a password",
    description: "Makes a user, who is signed in from then on and belongs to no business yet.",
    body: SignUpInput,
    answer: SignUpAnswer,
    setsCookie: true,
    perMinute: 10,
  },
  {
    ...base,
    method: "POST",
    path: "/sign-in/email",
    operationId: "signIn",
    summary: "Sign in",
    description: "A wrong password and an unknown address are answered the same.",
    body: SignInInput,
    answer: SignInAnswer,
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
    description: "Ends the session and takes its cookie back; without a session it does nothing.",
    answer: SignOutAnswer,
    setsCookie: true,
    takesSession: true,
  },
  {
    ...base,
    method: "GET",
    path: "/get-session",
    operationId: "getSession",
    summary: "Read who is signed in",
    description:
      "A session that is used goes on for another 30 days. What the user may do is told by `GET /api/v1/me`.",
    answer: SessionAnswer,
    setsCookie: true,
    takesSession: true,
  },
  {
    ...base,
    method: "POST",
    path: "/request-password-reset",
    operationId: "requestPasswordReset",
    summary: "Have a link to a new password sent",
    description:
      "The link is good for an hour, once. The answer does not tell whether anybody has the address.",
    body: ResetRequestInput,
    answer: ResetRequestAnswer,
    perMinute: 5,
  },
  {
    ...base,
    method: "POST",
    path: "/reset-password",
    operationId: "resetPassword",
    summary: "Choose a new password with the link of the mail",
    description: "Every session of the user ends.",
    body: ResetInput,
    answer: StatusAnswer,
    perMinute: 10,
  },
  {
    ...base,
    method: "POST",
    path: "/change-password",
    operationId: "changePassword",
    summary: "Choose a new password with the one that holds",
    description: "Every session of the user ends, and a new one is opened for whoever asks.",
    body: PasswordChangeInput,
    answer: SignUpAnswer,
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
    summary: "Change one's name",
    description: "The first word is the first name, the rest the last name.",
    body: UserChangeInput,
    answer: StatusAnswer,
    setsCookie: true,
    takesSession: true,
    errors: ["unauthenticated"],
  },
  {
    ...base,
    method: "POST",
    path: "/revoke-sessions",
    operationId: "revokeSessions",
    summary: "Sign out everywhere",
    description: "Every session of the user ends, this one too.",
    answer: StatusAnswer,
    setsCookie: true,
    takesSession: true,
    errors: ["unauthenticated"],
  },
];

/** The operation at a path of those above. */
export function signInOperation(path: string): SignInOperation {
  const found = SIGN_IN_OPERATIONS.find((operation) => operation.path === path);
  if (found === undefined) throw new Error(`${path} is no sign-in operation.`);
  return found;
}
