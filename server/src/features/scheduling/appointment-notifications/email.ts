import type { Mailer, QueuedEmail } from "../../../platform/email/index.ts";
import { manageLinkMark } from "../../booking/manage-links/index.ts";
import { termsLines } from "./bookedTerms.ts";
import { calendarFile } from "./calendarFile.ts";
import { type EmailContent, htmlBody, textBody } from "./emailBody.ts";
import { localDateTime, zoneLabel } from "./localDateTime.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { addressLine, clientName, oneLine, participantsOf } from "./participants.ts";
import type { NotifiableAppointment } from "./store.ts";
import { type EmailTexts, textsFor } from "./texts.ts";

/**
 * Dependencies of notifications besides the database: the sender address, and a log for e-mails that cannot be
 * composed.
 */
export interface NotificationContext {
  readonly mailer: Pick<Mailer, "from">;
  readonly log: (message: string, error: unknown) => void;
  /** The address of the installation; absent: e-mails have no manage link. */
  readonly appUrl?: string;
}

/** About one appointment, or about several new ones of one series, which have their location and services in common. */
export interface AppointmentNotification {
  readonly kind: NotificationKind;
  /** At least one, by start. */
  readonly appointments: readonly NotifiableAppointment[];
  readonly now: number;
}

/**
 * An e-mail to a client, in the language of the business and the local time of the location, in the name of the business and
 * answered to the location. It may name the services in every
 * kind of business: they are the client's own. It never contains the reason of a cancellation, which is internal.
 */
export function emailTo(
  address: string,
  { mailer, appUrl }: NotificationContext,
  notification: AppointmentNotification,
): QueuedEmail {
  const { kind, appointments, now } = notification;
  const [first, last] = [appointments[0], appointments.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A notification has no appointment.");
  const { texts, dateLocale } = textsFor(first.locale);
  const content = contentOf(texts, dateLocale, notification, first, appUrl !== undefined);
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
 * Unique for each version of an appointment, for each start that is reminded of, and for the appointments of a series that
 * share an e-mail, by their first: a later e-mail about the same series is about others.
 */
function purposeOf(
  { kind, appointments }: AppointmentNotification,
  appointment: NotifiableAppointment,
): string {
  const { appointment_id: id, starts_at, version } = appointment;
  if (appointments.length > 1) return `appointments-${kind}:${id}`;
  return `appointment-${kind}:${id}:${kind === "reminder" ? new Date(starts_at).toISOString() : version}`;
}

/** The purposes of all e-mails about one appointment alone, as a pattern of SQL's `like`. */
export function purposesAbout(appointmentId: string): string {
  return `appointment-%:${appointmentId}:%`;
}

/** The reverse of `purposeOf`, for an e-mail about one appointment; undefined for another e-mail. */
export function kindAndAppointmentOf(
  purpose: string,
): { kind: NotificationKind; appointmentId: string } | undefined {
  const [, kind, appointmentId] = /^appointment-([^:]+):([^:]+):/.exec(purpose) ?? [];
  if (kind === undefined || appointmentId === undefined) return undefined;
  return { kind: kind as NotificationKind, appointmentId };
}

/** The kinds after which an appointment is expected at a new start: these name the terms of cancelling. */
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
  const exact = (at: number) => `${local(at)} (${zoneLabel(timeZone, at)})`;
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
    facts: [
      ...appointments.map(
        ({ starts_at }, index) => [index === 0 ? texts.when : "", exact(starts_at)] as const,
      ),
      ...(kind === "moved" && appointment.notified_starts_at !== null
        ? [[texts.before, exact(appointment.notified_starts_at)] as const]
        : []),
      [texts.what, appointment.service_names.map(oneLine).join(", ")],
      [texts.where, location],
    ],
    notConfirmed: appointment.status === "requested" ? texts.notConfirmed : null,
    terms:
      terms.length === 0
        ? null
        : { label: texts.terms, lines: several === null ? terms : [...terms, texts.termsOfEach] },
    manage:
      hasLinks && appointments.length === 1 && kind !== "cancelled" && kind !== "declined"
        ? { label: texts.manage, url: manageLinkMark(appointment.appointment_id) }
        : null,
    contact:
      phone === null && email === null
        ? null
        : { request: texts.contact, phone, email: email === null ? null : oneLine(email) },
    farewell: texts.farewell,
    business,
    location,
  };
}
