import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newId } from "../../kernel/ids.ts";
import { composedMessage } from "./composedMessage.ts";
import type { Mailer } from "./mailer.ts";

/**
 * Writes each e-mail as an .eml file to `mail/` in the data folder and logs its path, for installations without a mail server. Only the
 * owner can read the files, because an e-mail may contain a sign-in link. File names are ids, so they sort by time.
 */
export function fileMailer(options: {
  readonly from: string;
  readonly dataDir: string;
  readonly log: (line: string) => void;
}): Mailer {
  const folder = join(options.dataDir, "mail");
  return {
    from: options.from,
    send: async (mail) => {
      const { createTransport } = await import("nodemailer");
      const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
      const id = mail.id ?? newId();
      const { message } = await transport.sendMail(composedMessage(options.from, mail, id));
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      writeFileSync(file, message as Buffer, { mode: 0o600 });
      // The message omits the recipient, because more people read the log than the mailbox.
      options.log(`An e-mail was written to ${file} (set SMTP_URL to send e-mails).`);
      if (mail.logged !== undefined) options.log(mail.logged);
    },
    close: () => {},
  };
}
