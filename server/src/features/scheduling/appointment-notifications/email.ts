import type { Mailer, QueuedEmail } from "../../../platform/email/index.ts";
import { calendarFile } from "./calendarFile.ts";
import { localDateTime, zoneLabel } from "./localDateTime.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { addressLine, clientName, oneLine, participantsOf } from "./participants.ts";
import type { NotifiableAppointment } from "./store.ts";
import { type EmailTexts, textsFor } from "./texts.ts";

/** What letters are written with. */
export interface NotificationContext {
  readonly mailer: Pick<Mailer, "from">;
  readonly log: (message: string, error: unknown) => void;
}

/** News of one visit, or of all that a client does not know of a repeat: these have their place and services in common. */
export interface AppointmentNotification {
  readonly news: NotificationKind;
  /** At least one, by start. */
  readonly visits: readonly NotifiableAppointment[];
  readonly now: number;
}

/**
 * A letter to a client, in the business's language and the place's time. It may name the services, in every kind of business:
 * they are the client's own. Why a visit was cancelled is the team's and stays there.
 */
export function emailTo(
  email: string,
  { mailer }: NotificationContext,
  tidings: AppointmentNotification,
): QueuedEmail {
  const { visits, now } = tidings;
  const [first, last] = [visits[0], visits.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A letter tells of a visit.");
  const { words, dateLocale } = textsFor(first.locale);
  const participants = participantsOf(first, email, mailer.from);
  return {
    purpose: purposeOf(tidings, first),
    to: email,
    ...textOf(words, dateLocale, tidings, first),
    calendar: calendarFile({ news: tidings.news, visits, words, participants, now }),
    businessId: first.business_id,
    clientId: first.client_id,
    expiresAt: last.starts_at,
  };
}

/**
 * Once for each version of a visit, for a start that is reminded of, and for the visits of a repeat that are told of
 * together, which go by their first: a later letter of the same repeat is about others.
 */
function purposeOf({ news, visits }: AppointmentNotification, visit: NotifiableAppointment): string {
  if (visits.length > 1) return `visits-${news}:${visit.appointment_id}`;
  const what = news === "reminder" ? new Date(visit.starts_at).toISOString() : visit.version;
  return `visit-${news}:${visit.appointment_id}:${what}`;
}

function textOf(
  words: EmailTexts,
  dateLocale: string,
  { news, visits }: AppointmentNotification,
  visit: NotifiableAppointment,
): { subject: string; text: string } {
  const business = oneLine(visit.business_name);
  const { time_zone: timeZone } = visit;
  const plain = (at: number) => words.clock(localDateTime(dateLocale, timeZone, at));
  const exact = (at: number) => `${plain(at)} (${zoneLabel(timeZone, at)})`;
  const several = visits.length > 1 && (news === "requested" || news === "booked") ? news : null;
  const subject =
    several === null
      ? `${words.subject[news]}, ${plain(visit.starts_at)}`
      : words.subjectOfSeveral[several](visits.length);
  const opening = several === null ? words.opening[news] : words.openingOfSeveral[several];
  const services = visit.service_names.map(oneLine).join(", ");
  const facts = [
    ...visits.map(({ starts_at }, index) => [index === 0 ? words.when : "", exact(starts_at)] as const),
    ...(news === "moved" && visit.told_starts_at !== null
      ? [[words.before, exact(visit.told_starts_at)] as const]
      : []),
    [words.what, services] as const,
    [words.where, `${oneLine(visit.place_name)}, ${addressLine(visit.address)}`] as const,
  ];
  const contacts = [visit.phone_e164, visit.place_email].filter((contact) => contact !== null);
  return {
    subject: `${business}: ${subject}`,
    text: [
      words.greeting(clientName(visit)),
      "",
      opening(business),
      "",
      ...table(facts),
      "",
      ...(visit.status === "requested" ? [words.notConfirmed, ""] : []),
      ...(contacts.length > 0 ? [words.contact, contacts.map(oneLine).join(", "), ""] : []),
      words.farewell,
      business,
      "",
    ].join("\n"),
  };
}

/** Facts under one another, their labels of one width. */
function table(facts: readonly (readonly [label: string, fact: string])[]): string[] {
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  return facts.map(([label, fact]) => (label === "" ? "" : `${label}:`).padEnd(width) + fact);
}
