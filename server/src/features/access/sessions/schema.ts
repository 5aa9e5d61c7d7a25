import { Type } from "typebox";
import { described, Id, input, line, nullable, record, utc } from "../../../platform/http/shapes.ts";

/** In characters; NIST SP 800-63B asks for at least 8, and 128 keep a hash from being made work of. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

const Email = Type.String({
  format: "email",
  maxLength: 254,
  description: "E-mail address",
  examples: ["jana@example.com"],
});
/**
 * Whether somebody can sign up with an address. better-auth takes fewer than a mail server does, ASCII alone: whoever is
 * invited at another one could never come in.
 */
export function isSignUpAddress(email: string): boolean {
  return /^(?!\.|.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i.test(email);
}

/** A pattern, because text with one is not trimmed: a space at an end is part of the password. */
const NewPassword = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  pattern: "^[^]*$",
  description: "The password from now on; spaces at its ends are part of it",
  examples: ["correct horse battery"],
});
const Password = Type.String({
  minLength: 1,
  maxLength: MAX_PASSWORD_LENGTH,
  pattern: "^[^]*$",
  description: "The password that holds",
  examples: ["correct horse battery"],
});
const RememberMe = Type.Optional(
  Type.Boolean({ description: "false: the session ends with the browser, after a day at the latest" }),
);
const Name = line(120, "First and last name", 1);

export const SignUpInput = input("SignUpInput", "Somebody new", {
  name: Name,
  email: Email,
  password: NewPassword,
  rememberMe: RememberMe,
});

export const SignInInput = input("SignInInput", "Somebody known", {
  email: Email,
  password: Password,
  rememberMe: RememberMe,
});

export const PasswordResetRequestInput = input("PasswordResetRequestInput", "Whose password was forgotten", {
  email: Email,
});

export const PasswordResetInput = input("PasswordResetInput", "A new password, with the code of the mail", {
  token: line(200, "What stands behind `token=` in the mail's link", 1),
  newPassword: NewPassword,
});

export const PasswordInput = input("PasswordInput", "A new password, with the one that holds", {
  currentPassword: Password,
  newPassword: NewPassword,
});

export const UserChanges = input("UserChanges", "What changes of a user", { name: Name });

/** better-auth's own words for a user: these answers are its, in its spelling. */
const User = record("User", "The user who is signed in", {
  id: described(Id, "The user, as `GET /me` names them"),
  email: Email,
  name: Type.String({ description: "First and last name", examples: ["Jana Lindner"] }),
  emailVerified: Type.Boolean({ description: "Whether the address was shown to be theirs" }),
  image: nullable(Type.String({ description: "Always null: pictures of users are not kept" })),
  createdAt: utc("When they signed up"),
  updatedAt: utc("When they last changed"),
});

export const SignUpResult = record("SignUpResult", "Somebody new, signed in", { user: User });

export const SignInResult = record("SignInResult", "Somebody known, signed in", {
  redirect: Type.Literal(false, { description: "Always false: there is nowhere else to go" }),
  user: User,
});

const Session = record("Session", "A session; its token is in the cookie alone", {
  id: described(Id, "The session"),
  userId: described(Id, "Whose it is"),
  expiresAt: utc("When it ends unless it is used before"),
  ipAddress: nullable(
    Type.String({ description: "The address it was opened from", examples: ["203.0.113.7"] }),
  ),
  userAgent: nullable(
    Type.String({ description: "The browser it was opened in", examples: ["Mozilla/5.0"] }),
  ),
  createdAt: utc("When it was opened"),
  updatedAt: utc("When it was last prolonged"),
});

export const CurrentSession = nullable(
  record("CurrentSession", "Who is signed in, and since when", {
    session: Session,
    user: User,
  }),
  "Null when nobody is signed in",
);

const Done = Type.Literal(true, { description: "Always true" });

export const SignOutResult = record("SignOutResult", "Nobody is signed in any more", { success: Done });

export const StatusResult = record("StatusResult", "It is done", { status: Done });

export const PasswordResetRequestResult = record(
  "PasswordResetRequestResult",
  "The same whether or not somebody has the address",
  {
    status: Done,
    message: Type.String({
      description: "A sentence for a developer",
      examples: ["If this email exists in our system, check your email for the reset link"],
    }),
  },
);
