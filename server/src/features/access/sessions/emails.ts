import type { Email } from "../../../platform/email/index.ts";

export function passwordResetEmail(email: string, link: string): Email {
  return {
    to: email,
    subject: "A new password for Daybook",
    text: [
      // The text omits the user's name, because a stranger may have signed up with this address.
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

export function signUpEmail(email: string, link: string): Email {
  return {
    to: email,
    subject: "Confirm your address for Daybook",
    text: [
      // The text omits the name, because a stranger may have signed up with this address.
      "Hello,",
      "",
      "this address was used to sign up to Daybook. Confirm it here within a day, with the password you chose:",
      "",
      link,
      "",
      "If it was not you, there is nothing to do: no account is created.",
      "",
    ].join("\n"),
  };
}

/** Returns the e-mail to a user whose address was used to sign up again. */
export function knownAddressEmail(email: string, address: string): Email {
  return {
    to: email,
    subject: "You have an account with Daybook",
    text: [
      "Hello,",
      "",
      `this address was used to sign up to Daybook at ${address}, and it has an account already.`,
      "Sign in with it. If you have forgotten the password, request a new one where you sign in.",
      "",
      "If it was not you, there is nothing to do.",
      "",
    ].join("\n"),
  };
}
