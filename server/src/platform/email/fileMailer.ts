import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { newId } from "../../kernel/ids.ts";
import { composedMessage } from "./composedMessage.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Writes each letter into `mail/` of the data folder, as the .eml file that any mail program opens, and says where:
 * for somebody's first minutes, before there is a mail server. Files are readable by their owner only, for a letter may
 * carry a link that opens an account. They are called by the letters' ids, and so sort by time.
 */
export function fileMailer(options: {
  readonly from: string;
  readonly dataDir: string;
  readonly log: (line: string) => void;
}): Mailer {
  const folder = join(options.dataDir, "mail");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    from: options.from,
    send: async (mail) => {
      const id = mail.id ?? newId();
      const { message } = await transport.sendMail(composedMessage(options.from, mail, id));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      writeFileSync(file, message as Buffer, { mode: 0o600 });
      // Not to whom: a log is read by more people than a mailbox.
      options.log(`A mail was written to ${file} (set SMTP_URL to have it sent).`);
    },
    close: () => transport.close(),
  };
}
