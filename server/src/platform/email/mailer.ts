import { createTransport } from "nodemailer";
import { newId } from "../../kernel/ids.ts";
import { composedMessage } from "./composedMessage.ts";
import { fileMailer } from "./fileMailer.ts";

/** A letter to one person, in plain text. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A calendar file with the method its mail announces (RFC 6047). */
  readonly calendar?: { readonly method: CalendarMethod; readonly text: string };
  /** Names the letter in its `Message-ID`; absent, a new one is made. */
  readonly id?: string;
}

export type CalendarMethod = "PUBLISH" | "REQUEST" | "CANCEL";

export interface Mailer {
  /** Whom letters come from: `Name <address>` or an address. */
  readonly from: string;
  /**
   * Resolves when the mail server has taken the letter, or its file is written; throws when it has not, and an
   * `UncertainMail` when nobody can say.
   */
  send(mail: Email): Promise<void>;
  close(): void;
}

/** The letter was handed over to its end, and the mail server's answer did not come: it may arrive, or not. */
export class UncertainDelivery extends Error {
  override readonly name = "UncertainMail";
}

/** A person waits for an invitation to be sent. */
const PATIENCE_MS = 10_000;

/**
 * Sends over SMTP, or, without a server, writes letters as files (fileMailer.ts). Letters are text alone: they carry a
 * link and a sentence, and look the same everywhere.
 */
export function openMailer(options: {
  readonly smtpUrl?: string;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** How long the mail server may take for each step; ten seconds unless told. */
  readonly timeoutMs?: number;
}): Mailer {
  const { smtpUrl, from, timeoutMs = PATIENCE_MS } = options;
  if (smtpUrl === undefined) return fileMailer(options);
  return {
    from,
    send: async (mail) => {
      const watch = handoverWatch();
      // One for each letter: it holds no connection between letters, and its log is this letter's alone.
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        // Nothing of ours names a file or an address to fetch from; a letter's text must never be able to.
        disableFileAccess: true,
        disableUrlAccess: true,
        logger: watch.logger,
      });
      try {
        await transport.sendMail(composedMessage(from, mail, mail.id ?? newId()));
      } catch (error) {
        throw watch.isHandedOver() && !isRefusal(error)
          ? new UncertainDelivery("The mail server did not say whether it took the letter.", { cause: error })
          : error;
      } finally {
        transport.close();
      }
    },
    close: () => {},
  };
}

/**
 * Whether a letter left us to its last byte. A connection that breaks tells nobody when; but a server may only take a
 * letter whose end it has seen (RFC 5321, 4.1.1.4), and nodemailer's log says when that was written.
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

/** The server answered, and not with yes. */
function isRefusal(error: unknown): boolean {
  return typeof (error as { responseCode?: unknown }).responseCode === "number";
}

/** Why a letter was not sent, for a log: the server's own words may hold the address, and stay out of it. */
export function errorCodeOf(error: unknown): string {
  const { name, code, responseCode } = error as { name?: unknown; code?: unknown; responseCode?: unknown };
  return [code ?? name, responseCode ?? ""].join(" ").trim();
}
