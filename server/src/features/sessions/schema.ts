import { Type } from "typebox";
import { input, line } from "../../platform/http/shapes.ts";

/** In characters; NIST SP 800-63B asks for at least 8, and 128 keep a hash from being made work of. */
export const SHORTEST_PASSWORD = 8;
export const LONGEST_PASSWORD = 128;

const Email = Type.String({ format: "email", maxLength: 254, examples: ["jana@example.com"] });
/** A pattern, because text with one is not trimmed: a space at an end is part of the password. */
const NewPassword = Type.String({
  minLength: SHORTEST_PASSWORD,
  maxLength: LONGEST_PASSWORD,
  pattern: "^[^]*$",
  examples: ["correct horse battery"],
});
const Password = Type.String({ minLength: 1, maxLength: LONGEST_PASSWORD, pattern: "^[^]*$" });
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

export const ResetRequestInput = input("ResetRequestInput", "Whose password was forgotten", { email: Email });

export const ResetInput = input("ResetInput", "A new password, with the code of the mail", {
  token: line(200, "The code in the mail's link", 1),
  newPassword: NewPassword,
});

export const PasswordChangeInput = input("PasswordChangeInput", "A new password, with the one that holds", {
  currentPassword: Password,
  newPassword: NewPassword,
});

export const UserChangeInput = input("UserChangeInput", "What changes of a user", { name: Name });
