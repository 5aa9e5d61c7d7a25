import { isInSandbox } from "../businessTime.ts";
import { isDryRun } from "../database/index.ts";
import { type Email, errorCodeOf, type Mailer } from "./mailer.ts";

/** Sends e-mails for features. */
export interface EmailOutbox {
  /**
   * Sends an e-mail immediately and returns whether it was sent. Logs failures. Sends nothing in a sandbox (returns false) and
   * in a dry run (returns true).
   */
  deliver(mail: Email): Promise<boolean>;
  /** Returns the app's base URL for links, without a trailing slash. */
  address(): string;
}

export function openEmailOutbox(options: {
  /** Sends the e-mails; if absent, e-mails are not sent and each is logged. */
  readonly mailer?: Mailer;
  readonly address: () => string;
  readonly log: (message: string, error: unknown) => void;
}): EmailOutbox {
  return {
    async deliver(mail) {
      if (isInSandbox()) return false;
      if (isDryRun()) return true;
      const { mailer, log } = options;
      if (mailer === undefined) {
        log("an e-mail could not be sent", new Error("E-mail is not configured."));
        return false;
      }
      try {
        await mailer.send(mail);
        return true;
      } catch (error) {
        log("an e-mail could not be sent", new Error(errorCodeOf(error)));
        return false;
      }
    },
    address: options.address,
  };
}
