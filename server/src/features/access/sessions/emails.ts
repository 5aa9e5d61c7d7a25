import type { Email } from "../../../platform/email/index.ts";

/** The e-mail with the link to set a new password. */
export function passwordResetEmail(email: string, link: string): Email {
  return {
    to: email,
    subject: "A new password for Daybook",
    text: [
      // Without the user's name: a stranger may have signed up with this address.
      "Hello,",
      "",
      "a new password was requested for this address. Choose it here within one hour:",
      "",
      link,
      "",
      "If it was not you, there is nothing to do: your password stays as it is.",
      "",
    ].join("\n"),
  };
}
