import { Type } from "typebox";
import { described, Id, input, line, nullable, record, utc } from "../../../platform/http/shapes.ts";

/** Limits of the password length in characters. NIST SP 800-63B requires at least 8; the maximum limits the cost of hashing. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

const Email = Type.String({
  format: "email",
  maxLength: 254,
  description: "E-mail address",
  examples: ["jana@example.com"],
});
/**
 * Returns whether an address can sign up. better-auth accepts only ASCII addresses, so a user with another address could never
 * accept an invitation.
 */
export function isSignUpAddress(email: string): boolean {
  return /^(?!\.|.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(email);
}

/** The message for an address that cannot sign up. */
export const SIGN_UP_ADDRESS_RULE =
  "must be an e-mail address: apart from the @, it may contain only ASCII letters, digits and . _ ' + -";

/** Texts with a pattern are not trimmed: leading and trailing spaces are part of a password. */
const NewPassword = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  pattern: "^[^]*$",
  description: "The new password, including leading and trailing spaces",
  examples: ["correct horse battery"],
});
const Password = Type.String({
  minLength: 1,
  maxLength: MAX_PASSWORD_LENGTH,
  pattern: "^[^]*$",
  description: "The current password",
  examples: ["correct horse battery"],
});
const RememberMe = Type.Optional(
  Type.Boolean({
    description: "false: the session ends when the browser closes, and at the latest after one day",
  }),
);
const Name = line(120, "First and last name", 1);

export const SignUpInput = input("SignUpInput", "A new user", {
  name: Name,
  email: Email,
  password: NewPassword,
  rememberMe: RememberMe,
});

export const SignInInput = input("SignInInput", "Credentials of a user", {
  email: Email,
  password: Password,
  rememberMe: RememberMe,
});

export const PasswordResetRequestInput = input(
  "PasswordResetRequestInput",
  "The user whose password is reset",
  {
    email: Email,
  },
);

export const PasswordResetInput = input("PasswordResetInput", "A new password with the token of the e-mail", {
  token: line(200, "The value of `token` in the link of the e-mail", 1),
  newPassword: NewPassword,
});

export const PasswordInput = input("PasswordInput", "A new password with the current one", {
  currentPassword: Password,
  newPassword: NewPassword,
});

export const UserChanges = input("UserChanges", "Changes of a user", { name: Name });

/** A user in better-auth's format. */
const User = record("User", "The signed-in user", {
  id: described(Id, "The user, as in `GET /me`"),
  email: Email,
  name: Type.String({ description: "First and last name", examples: ["Jana Lindner"] }),
  emailVerified: Type.Boolean({ description: "Whether the address was verified" }),
  image: nullable(Type.String({ description: "Always null" })),
  createdAt: utc("Time of sign-up"),
  updatedAt: utc("Time of the last change"),
});

export const SignUpResult = record("SignUpResult", "The new user", {
  user: nullable(
    User,
    "Null if the address must be confirmed first; the same for known and unknown addresses",
  ),
});

export const PasswordChangeResult = record("PasswordChangeResult", "The user", { user: User });

export const SignInResult = record("SignInResult", "The signed-in user", {
  redirect: Type.Literal(false, { description: "Always false" }),
  user: User,
});

const Session = record("Session", "A session; only the cookie contains its token", {
  id: described(Id, "The session"),
  userId: described(Id, "The user"),
  expiresAt: utc("Time at which the session expires unless it is extended"),
  ipAddress: nullable(Type.String({ description: "IP address of the sign-in", examples: ["203.0.113.7"] })),
  userAgent: nullable(Type.String({ description: "User agent of the browser", examples: ["Mozilla/5.0"] })),
  createdAt: utc("Time of sign-in"),
  updatedAt: utc("Time of the last extension"),
});

/** The API record of one of the caller's sessions. */
const UserSession = record("UserSession", "A session of the caller; only the cookie contains its token", {
  id: described(Id, "The session"),
  is_current: Type.Boolean({ description: "Whether this is the session of the request" }),
  ip_address: nullable(Type.String({ description: "IP address of the sign-in", examples: ["203.0.113.7"] })),
  user_agent: nullable(Type.String({ description: "User agent of the browser", examples: ["Mozilla/5.0"] })),
  created_at: utc("Time of sign-in"),
  used_at: utc("Time of the last use, to the day"),
});

export const MAX_LISTED_SESSIONS = 100;

export const UserSessions = record("UserSessions", "The sessions of the caller", {
  items: Type.Array(UserSession, {
    maxItems: MAX_LISTED_SESSIONS,
    description: "Sorted by last use, latest first; at most 100",
  }),
});

export const CurrentSession = nullable(
  record("CurrentSession", "The current session and its user", {
    session: Session,
    user: User,
  }),
  "The current session; null without a session",
);

const Done = Type.Literal(true, { description: "Always true" });

export const SignOutResult = record("SignOutResult", "The session has ended", { success: Done });

export const StatusResult = record("StatusResult", "The operation has succeeded", { status: Done });

export const PasswordResetRequestResult = record(
  "PasswordResetRequestResult",
  "The result, which is the same for known and unknown addresses",
  {
    status: Done,
    message: Type.String({
      description: "A message for developers",
      examples: ["If this email exists in our system, check your email for the reset link"],
    }),
  },
);
