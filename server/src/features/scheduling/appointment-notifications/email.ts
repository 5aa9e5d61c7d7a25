import type { Mailer, QueuedEmail } from "../../../platform/email/index.ts";
import type { TextSender } from "../../../platform/sms/index.ts";
import { manageLinkMark } from "../../booking/manage-links/index.ts";
import { termsLines } from "./bookedTerms.ts";
import { calendarFile } from "./calendarFile.ts";
import { type EmailContent, type EmailLink, textBody } from "./emailBody.ts";
import { htmlBody } from "./emailHtml.ts";
import { localDateTime, zoneLabel } from "./localDateTime.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { ownTextsOf, valuesOf } from "./ownTexts.ts";
import { addressLine, clientName, oneLine, participantsOf } from "./participants.ts";
import type { NotifiableAppointment } from "./store.ts";
import { type EmailTexts, textsFor } from "./texts.ts";

/** The dependencies of notifications, except the database. `log` receives the errors of messages that cannot be composed. */
export interface NotificationContext {
  readonly mailer: Pick<Mailer, "from">;
  readonly log: (message: string, error: unknown) => void;
  /** The base URL of the installation; if absent, e-mails have no manage link. */
  readonly appUrl?: string;
  /** The sender of text messages; if null or absent, clients without an e-mail address get no notifications. */
  readonly textSender?: TextSender | null;
}

/** A notification about one appointment, or about several new appointments of a series, which have the same location and services. */
export interface AppointmentNotification {
  readonly kind: NotificationKind;
  /** At least one appointment, sorted by start. */
  readonly appointments: readonly NotifiableAppointment[];
  readonly now: number;
}

/**
 * Composes an e-mail to a client in the local time of the location. The language is the language of the online booking or, for
 * other bookings, the language of the business. The sender name is the name of the business, and the reply address belongs to
 * the location. The e-mail may name the services for every type of business, because the recipient is the client who booked
 * them. The e-mail never contains the reason for a cancellation, because the reason is internal.
 */
export function emailTo(
  address: string,
  { mailer, appUrl }: NotificationContext,
  notification: AppointmentNotification,
): QueuedEmail {
  const { kind, appointments, now } = notification;
  const [first, last] = [appointments[0], appointments.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A notification contains no appointment.");
  const { language, texts, dateLocale } = textsFor(first.locale);
  const standard = contentOf(texts, dateLocale, notification, first, appUrl !== undefined);
  const values = valuesOf(first, texts.clock(localDateTime(dateLocale, first.time_zone, first.starts_at)));
  const content = { ...standard, ...ownTextsOf(first.messages?.[kind]?.texts[language], values) };
  const participants = participantsOf(first, address, mailer.from);
  return {
    purpose: purposeOf(notification, first),
    to: address,
    subject: content.subject,
    text: textBody(content),
    html: htmlBody(content),
    senderName: content.business,
    ...(first.location_email === null ? {} : { replyTo: oneLine(first.location_email) }),
    calendar: calendarFile({ kind, appointments, texts, participants, now }),
    businessId: first.business_id,
    clientId: first.client_id,
    expiresAt: last.starts_at,
  };
}

/**
 * Returns the purpose of an e-mail or text message. A purpose is unique for each version of an appointment; the purpose of a
 * reminder is unique for each start. A message about several appointments of a series uses the id of the first one, because a
 * later message about the series contains other appointments.
 */
export function purposeOf(
  { kind, appointments }: AppointmentNotification,
  appointment: NotifiableAppointment,
): string {
  const { appointment_id: id, starts_at, version } = appointment;
  if (appointments.length > 1) return `appointments-${kind}:${id}`;
  return `appointment-${kind}:${id}:${kind === "reminder" ? new Date(starts_at).toISOString() : version}`;
}

/** Returns an SQL `like` pattern that matches the purposes of all notifications about this single appointment. */
export function purposesAbout(appointmentId: string): string {
  return `appointment-%:${appointmentId}:%`;
}

/** Parses a purpose that `purposeOf` built for a notification about one appointment; undefined for any other notification. */
export function kindAndAppointmentOf(
  purpose: string,
): { kind: NotificationKind; appointmentId: string } | undefined {
  const [, kind, appointmentId] = /^appointment-([^:]+):([^:]+):/.exec(purpose) ?? [];
  if (kind === undefined || appointmentId === undefined) return undefined;
  return { kind: kind as NotificationKind, appointmentId };
}

/** The kinds that announce a new start; their e-mails contain the cancellation terms. */
const KINDS_WITH_TERMS: ReadonlySet<NotificationKind> = new Set(["requested", "booked", "moved"]);

function contentOf(
  texts: EmailTexts,
  dateLocale: string,
  { kind, appointments }: AppointmentNotification,
  appointment: NotifiableAppointment,
  hasLinks: boolean,
): EmailContent {
  const business = oneLine(appointment.business_name);
  const location = `${oneLine(appointment.location_name)}, ${addressLine(appointment.address)}`;
  const { time_zone: timeZone, phone_e164: phone, location_email: email } = appointment;
  const local = (at: number) => texts.clock(localDateTime(dateLocale, timeZone, at));
  const exact = (label: string, at: number) => ({
    label,
    text: local(at),
    parenthesis: zoneLabel(timeZone, at),
  });
  const several = appointments.length > 1 && (kind === "requested" || kind === "booked") ? kind : null;
  const subject =
    several === null
      ? `${texts.subject[kind]}, ${local(appointment.starts_at)}`
      : texts.subjectOfSeveral[several](appointments.length);
  const opening = several === null ? texts.opening[kind] : texts.openingOfSeveral[several];
  const terms = KINDS_WITH_TERMS.has(kind) ? termsLines(texts, dateLocale, appointment) : [];
  return {
    language: dateLocale,
    subject: `${business}: ${subject}`,
    greeting: texts.greeting(clientName(appointment)),
    opening: opening(business),
    closing: null,
    facts: [
      ...appointments.map(({ starts_at }, index) => exact(index === 0 ? texts.when : "", starts_at)),
      ...(kind === "moved" && appointment.notified_starts_at !== null
        ? [exact(texts.before, appointment.notified_starts_at)]
        : []),
      { label: texts.what, text: appointment.service_names.map(oneLine).join(", ") },
      { label: texts.where, text: location },
    ],
    notConfirmed: appointment.status === "requested" ? texts.notConfirmed : null,
    terms:
      terms.length === 0
        ? null
        : { label: texts.terms, lines: several === null ? terms : [...terms, texts.termsOfEach] },
    links: hasLinks && appointments.length === 1 ? linksOf(texts, kind, appointment) : [],
    contact:
      phone === null && email === null
        ? null
        : {
            request: isOver(kind) ? texts.questions : texts.contact,
            phone,
            email: email === null ? null : oneLine(email),
          },
    farewell: texts.farewell,
    business,
    location,
  };
}

/** Returns whether the notification is about a cancelled or declined appointment. */
function isOver(kind: NotificationKind): boolean {
  return kind === "cancelled" || kind === "declined";
}

function linksOf(
  texts: EmailTexts,
  kind: NotificationKind,
  { appointment_id: id, status }: NotifiableAppointment,
): EmailLink[] {
  if (isOver(kind)) return [];
  const url = manageLinkMark(id);
  if (kind !== "reminder" || status !== "booked") return [{ label: texts.manage, url, look: "button" }];
  return [
    { label: texts.confirm, url: `${url}/confirm`, look: "main" },
    { label: texts.cancel, url: `${url}/cancel`, look: "button" },
    { label: texts.manage, url, look: "text" },
  ];
}
