import type { SendMailOptions } from "nodemailer";
import type { Email } from "./mailer.ts";

/** Returns the e-mail address of `Name <address>` or of an address alone. */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
}

/**
 * Converts an e-mail to nodemailer's format. Recipient, sender and reply address are objects, so that a comma or bracket in
 * them adds no second address. Nodemailer adds a calendar file twice, as most e-mail programs expect: as an alternative with
 * its method, and as an attachment.
 */
export function composedMessage(from: string, mail: Email, id: string): SendMailOptions {
  return {
    from: mail.senderName === undefined ? from : { name: mail.senderName, address: addressOf(from) },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: "", address: mail.replyTo } }),
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
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
