import { type Email, errorCodeOf, type Mailer } from "./mailer.ts";

/** What a feature needs to write to somebody. */
export interface EmailOutbox {
  /** Sends a mail now, and answers whether it went out; a failure is logged, for whoever waits can do nothing about it. */
  deliver(mail: Email): Promise<boolean>;
  /** Where people reach the app, without a slash at its end: where links in mails lead. */
  address(): string;
}

export function openEmailOutbox(options: {
  /** Absent: nothing goes out, which is logged. */
  readonly mailer?: Mailer;
  readonly address: () => string;
  readonly log: (message: string, error: unknown) => void;
}): EmailOutbox {
  return {
    async deliver(mail) {
      const { mailer, log } = options;
      if (mailer === undefined) {
        log("a mail could not be sent", new Error("The server was started without mail."));
        return false;
      }
      try {
        await mailer.send(mail);
        return true;
      } catch (error) {
        log("a mail could not be sent", new Error(errorCodeOf(error)));
        return false;
      }
    },
    address: options.address,
  };
}
