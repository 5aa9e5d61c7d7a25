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
      "If you did not request it, ignore this e-mail: your password does not change.",
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
      "If you did not sign up, ignore this e-mail: no account is created.",
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
      `this address was used to sign up to Daybook at ${address}, but it already has an account.`,
      "Sign in with it. If you have forgotten the password, request a new one where you sign in.",
      "",
      "If you did not sign up, ignore this e-mail.",
      "",
    ].join("\n"),
  };
}
