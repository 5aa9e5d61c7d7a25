import type { Email } from "../../../platform/email/index.ts";

/** The mail with the link to a new password; good for an hour, once. */
export function passwordResetEmail(email: string, link: string): Email {
  return {
    to: email,
    subject: "A new password for Daybook",
    text: [
      // Without a name: whoever signed up with the address wrote it, and need not be who reads this.
      "Hello,",
      "",
      "somebody, probably you, asked for a new password. Choose it here within the hour:",
      "",
      link,
      "",
      "If it was not you, there is nothing to do: your password stays as it is.",
      "",
    ].join("\n"),
  };
}
