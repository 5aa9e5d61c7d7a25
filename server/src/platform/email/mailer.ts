import { createTransport } from "nodemailer";
import { newId } from "../../kernel/ids.ts";
import { composedMessage } from "./composedMessage.ts";
import { fileMailer } from "./fileMailer.ts";

/** An e-mail to one recipient. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same content for programs that show HTML; absent: plain text alone. */
  readonly html?: string;
  /** Shown as the sender instead of the name in `from`; the address stays. */
  readonly senderName?: string;
  readonly replyTo?: string;
  /** A calendar file with its method (RFC 6047). */
  readonly calendar?: { readonly method: CalendarMethod; readonly text: string };
  /** Also logged by an installation without a mail server, where e-mails are only files. */
  readonly logged?: string;
  /** Used for the `Message-ID`; a new one by default. */
  readonly id?: string;
}

export type CalendarMethod = "PUBLISH" | "REQUEST" | "CANCEL";

export interface Mailer {
  /** The sender: `Name <address>` or an address. */
  readonly from: string;
  /**
   * Resolves when the mail server has accepted the e-mail, or its file is written. Throws `UncertainDelivery` when
   * the server may have accepted it, other errors when it has not.
   */
  send(mail: Email): Promise<void>;
  close(): void;
}

/** The e-mail was sent completely, but the mail server did not respond: it may arrive or not. */
export class UncertainDelivery extends Error {
  override readonly name = "UncertainDelivery";
}

/** A user waits while an invitation is sent. */
const TIMEOUT_MS = 10_000;

/**
 * Sends over SMTP or, without a mail server, writes e-mails as files (fileMailer.ts). E-mails to users are
 * plain text: they contain a link and a sentence, and look the same in every program.
 */
export function openMailer(options: {
  readonly smtpUrl?: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Timeout of each step of the mail server; ten seconds by default. */
  readonly timeoutMs?: number;
}): Mailer {
  const { smtpUrl, from, timeoutMs = TIMEOUT_MS } = options;
  if (smtpUrl === undefined) return fileMailer(options);
  return {
    from,
    send: async (mail) => {
      const watch = handoverWatch();
      // One per e-mail: no connection stays open between e-mails, and the log belongs to this one.
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        // The text of an e-mail must never make nodemailer read a file or fetch a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
        logger: watch.logger,
      });
      try {
        await transport.sendMail(composedMessage(from, mail, mail.id ?? newId()));
      } catch (error) {
        throw watch.isHandedOver() && !isRefusal(error)
          ? new UncertainDelivery("The mail server did not say whether it accepted the e-mail.", {
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
 * Detects whether an e-mail was written completely: only then may the server have accepted it (RFC 5321, 4.1.1.4). A
 * broken connection does not show it, but nodemailer logs when it has written the end.
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

/** The server responded with an error. */
function isRefusal(error: unknown): boolean {
  return typeof (error as { responseCode?: unknown }).responseCode === "number";
}

/** Why an e-mail was not sent, for the log: the server's message may contain the address and is omitted. */
export function errorCodeOf(error: unknown): string {
  const { name, code, responseCode } = error as { name?: unknown; code?: unknown; responseCode?: unknown };
  return [code ?? name, responseCode ?? ""].join(" ").trim();
}
