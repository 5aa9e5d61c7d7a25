import type { QueuedEmail } from "../../../platform/email/index.ts";
import { moneyText } from "./bookedTerms.ts";
import { type EmailLink, textBody } from "./emailBody.ts";
import { htmlBody } from "./emailHtml.ts";
import { localDateTime, zoneLabel } from "./localDateTime.ts";
import { addressLine, clientName, oneLine } from "./participants.ts";
import type { NotifiableAppointment } from "./store.ts";
import { textsFor } from "./texts.ts";

/** The client, business and location of an e-mail that is not an appointment notification. */
export type ClientEmailRecipient = Pick<
  NotifiableAppointment,
  | "locale"
  | "business_name"
  | "location_name"
  | "location_email"
  | "address"
  | "phone_e164"
  | "time_zone"
  | "first_name"
  | "last_name"
>;

/**
 * The content of an e-mail that is not an appointment notification, between the greeting and the location's contact details.
 */
export interface ClientEmailParts {
  /** The part of the subject that follows the name of the business. */
  readonly subject: string;
  readonly opening: string;
  /** The start time that the e-mail shows; null without a start time. */
  readonly startsAt: number | null;
  readonly serviceNames: readonly string[];
  readonly note: string | null;
  readonly link: EmailLink;
}

/**
 * Composes an e-mail to a client in the client's language and in the local time of the location. The function `parts` receives the name of
 * the business and functions that format an instant and an amount in minor units.
 */
export function clientEmail(
  recipient: ClientEmailRecipient,
  parts: (format: {
    readonly business: string;
    local(at: number): string;
    money(currency: string, minor: number): string;
  }) => ClientEmailParts,
): Pick<QueuedEmail, "subject" | "text" | "html" | "senderName" | "replyTo"> {
  const { texts, dateLocale } = textsFor(recipient.locale);
  const { time_zone: timeZone, phone_e164: phone, location_email: email } = recipient;
  const business = oneLine(recipient.business_name);
  const location = `${oneLine(recipient.location_name)}, ${addressLine(recipient.address)}`;
  const local = (at: number) => texts.clock(localDateTime(dateLocale, timeZone, at));
  const money = (currency: string, minor: number) => moneyText(dateLocale, currency, minor);
  const { subject, opening, startsAt, serviceNames, note, link } = parts({ business, local, money });
  const content = {
    language: dateLocale,
    subject: `${business}: ${subject}`,
    greeting: texts.greeting(clientName(recipient)),
    opening,
    facts: [
      ...(startsAt === null
        ? []
        : [{ label: texts.when, text: local(startsAt), parenthesis: zoneLabel(timeZone, startsAt) }]),
      { label: texts.what, text: serviceNames.map(oneLine).join(", ") },
      { label: texts.where, text: location },
    ],
    notConfirmed: note,
    terms: null,
    closing: null,
    links: [link],
    contact:
      phone === null && email === null
        ? null
        : { request: texts.questions, phone, email: email === null ? null : oneLine(email) },
    farewell: texts.farewell,
    business,
    location,
  };
  return {
    subject: content.subject,
    text: textBody(content),
    html: htmlBody(content),
    senderName: business,
    ...(email === null ? {} : { replyTo: oneLine(email) }),
  };
}
