import type { Mail } from "../../platform/mail/index.ts";

/** The mail with the link to a new password; good for an hour, once. */
export function resetLetter(user: { email: string; name: string }, link: string): Mail {
  return {
    to: user.email,
    subject: "A new password for Daybook",
    text: [
      `Hello ${user.name},`,
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
