import type { SendMailOptions } from "nodemailer";
import type { Email } from "./mailer.ts";

/**
 * The e-mail in nodemailer's form. The recipient is an object, so that a comma or bracket in the address adds no
 * second one. Nodemailer adds a calendar file twice, as most e-mail programs expect: as an alternative with its
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
