import { createTransport } from "nodemailer";
import { newId } from "../../kernel/ids.ts";
import { fileMailer } from "./fileMailer.ts";

/** A letter to one person, in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail server has taken the letter, or its file is written; throws when it could not. */
  send(mail: Mail): Promise<void>;
  close(): void;
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
  readonly patienceMs?: number;
}): Mailer {
  if (options.smtpUrl === undefined) return fileMailer(options);
  const patienceMs = options.patienceMs ?? PATIENCE_MS;
  const transport = createTransport({
    url: options.smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // Nothing of ours names a file or an address to fetch from; a letter's text must never be able to.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({ from: options.from, ...addressed(mail), messageId: `<${newId()}@daybook>` });
    },
    close: () => transport.close(),
  };
}

/** The recipient as one address and nothing else: a comma or a bracket in it must not make two of it. */
function addressed(mail: Mail) {
  return { to: { name: "", address: mail.to }, subject: mail.subject, text: mail.text };
}
