import type { SendMailOptions } from "nodemailer";
import type { Email } from "./mailer.ts";

/**
 * A letter as nodemailer takes it. The recipient is one address and nothing else: a comma or a bracket in it must not
 * make two of it. A calendar file goes along twice, as most programs that read them expect: beside the text, with its
 * method, and as an attachment.
 */
export function composedMessage(from: string, mail: Email, id: string): SendMailOptions {
  return {
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    messageId: `<${id}@daybook>`,
    ...(mail.calendar === undefined
      ? {}
      : {
          icalEvent: {
            method: mail.calendar.method,
            content: mail.calendar.text,
            filename: "appointment.ics",
          },
        }),
  };
}
