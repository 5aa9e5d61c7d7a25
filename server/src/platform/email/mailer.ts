import { newId } from "../../kernel/ids.ts";
import { composedMessage } from "./composedMessage.ts";
import { fileMailer } from "./fileMailer.ts";

/** An e-mail to one recipient. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same content as HTML; if absent, the e-mail is plain text only. */
  readonly html?: string;
  /** The displayed name of the sender, instead of the name in `from`. The address does not change. */
  readonly senderName?: string;
  readonly replyTo?: string;
  /** A calendar file with its method (RFC 6047). */
  readonly calendar?: { readonly method: CalendarMethod; readonly text: string };
  /** A log message for installations without a mail server, where the e-mail is written to a file. */
  readonly logged?: string;
  /** The id in the `Message-ID`; a new one by default. */
  readonly id?: string;
}

export type CalendarMethod = "PUBLISH" | "REQUEST" | "CANCEL";

export interface Mailer {
  /** The sender, as `Name <address>` or an address. */
  readonly from: string;
  /**
   * Sends an e-mail. Resolves when the mail server has accepted the e-mail or the file is written. Throws `UncertainDelivery` if the
   * server may have accepted the e-mail, and another error if the server has not accepted it.
   */
  send(mail: Email): Promise<void>;
  close(): void;
}

/** Thrown if the e-mail was sent completely but the mail server did not respond, so the e-mail may or may not arrive. */
export class UncertainDelivery extends Error {
  override readonly name = "UncertainDelivery";
}

/** The timeout is short, because users wait while an invitation is sent. */
const TIMEOUT_MS = 10_000;

/**
 * Opens a mailer that sends over SMTP or, without a mail server, writes e-mails to files (fileMailer.ts). E-mails to users are plain
 * text, because they contain only a sentence and a link.
 */
export function openMailer(options: {
  readonly smtpUrl?: string;
  /** The sender, as `Name <address>` or an address. */
  readonly from: string;
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** The timeout of each step of the exchange with the mail server; ten seconds by default. */
  readonly timeoutMs?: number;
}): Mailer {
  const { smtpUrl, from, timeoutMs = TIMEOUT_MS } = options;
  if (smtpUrl === undefined) return fileMailer(options);
  return {
    from,
    send: async (mail) => {
      // Loads the module with the first e-mail, because a start of the server would otherwise load it too.
      const { createTransport } = await import("nodemailer");
      const watch = handoverWatch();
      // Each e-mail has its own transport, so that no connection stays open between e-mails, and all log entries of a transport
      // belong to one e-mail.
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        // The text of an e-mail must not make nodemailer read a file or fetch a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
        logger: watch.logger,
      });
      try {
        await transport.sendMail(composedMessage(from, mail, mail.id ?? newId()));
      } catch (error) {
        throw watch.isHandedOver() && !isRefusal(error)
          ? new UncertainDelivery("The mail server did not confirm whether it accepted the e-mail.", {
              cause: error,
            })
          : error;
      } finally {
        transport.close();
      }
    },
    close: () => {},
  };
}

/**
 * Detects whether an e-mail was written completely, because only then can the server have accepted it (RFC 5321, 4.1.1.4). The error of a
 * broken connection does not contain this information, but nodemailer logs when it has written the end of the e-mail.
 */
function handoverWatch() {
  let isHandedOver = false;
  const note = (entry: unknown) => {
    if ((entry as { tnx?: unknown } | null)?.tnx === "message") isHandedOver = true;
  };
  const ignore = () => {};
  return {
    isHandedOver: () => isHandedOver,
    logger: {
      level: ignore,
      trace: ignore,
      debug: ignore,
      info: note,
      warn: ignore,
      error: ignore,
      fatal: ignore,
    },
  };
}

/** Returns whether the server responded with an error. */
function isRefusal(error: unknown): boolean {
  return typeof (error as { responseCode?: unknown }).responseCode === "number";
}

/** Returns the reason why an e-mail was not sent, for the log. Omits the server's message, because it may contain the address. */
export function errorCodeOf(error: unknown): string {
  const { name, code, responseCode } = error as { name?: unknown; code?: unknown; responseCode?: unknown };
  return [code ?? name, responseCode ?? ""].join(" ").trim();
}
