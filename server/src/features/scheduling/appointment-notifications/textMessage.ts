import type { QueuedText } from "../../../platform/email/index.ts";
import { partsOf, toGsm } from "../../../platform/sms/index.ts";
import { manageLinkMark } from "../../booking/manage-links/index.ts";
import { type AppointmentNotification, type NotificationContext, purposeOf } from "./email.ts";
import { shortDateTime } from "./localDateTime.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { ownTextMessage, valuesOf } from "./ownTexts.ts";
import { oneLine } from "./participants.ts";
import { textsFor } from "./texts.ts";

/** The sentence of a text message after the name of the business. `when` is a short date and time. */
type Sentences = Readonly<Record<NotificationKind | "several", (when: string, count: number) => string>>;

const SENTENCES: Readonly<Record<string, Sentences>> = {
  en: {
    requested: (when) => `request received for ${when}, not confirmed yet.`,
    booked: (when) => `confirmed, ${when}.`,
    moved: (when) => `moved to ${when}.`,
    cancelled: (when) => `your appointment on ${when} is cancelled.`,
    declined: (when) => `unfortunately we cannot offer you ${when}.`,
    reminder: (when) => `reminder, ${when}.`,
    several: (when, count) => `${count} appointments, the first on ${when}.`,
  },
  de: {
    requested: (when) => `Anfrage erhalten für ${when}, noch nicht bestätigt.`,
    booked: (when) => `bestätigt, ${when}.`,
    moved: (when) => `verschoben auf ${when}.`,
    cancelled: (when) => `Ihr Termin am ${when} ist abgesagt.`,
    declined: (when) => `leider ist ${when} nicht möglich.`,
    reminder: (when) => `Erinnerung, ${when}.`,
    several: (when, count) => `${count} Termine, der erste am ${when}.`,
  },
  fr: {
    requested: (when) => `demande reçue pour ${when}, pas encore confirmée.`,
    booked: (when) => `confirmé, ${when}.`,
    moved: (when) => `déplacé au ${when}.`,
    cancelled: (when) => `votre rendez-vous du ${when} est annulé.`,
    declined: (when) => `désolés, ${when} n'est pas possible.`,
    reminder: (when) => `rappel, ${when}.`,
    several: (when, count) => `${count} rendez-vous, le premier le ${when}.`,
  },
  es: {
    requested: (when) => `solicitud recibida para ${when}, aún sin confirmar.`,
    booked: (when) => `confirmada, ${when}.`,
    moved: (when) => `cambiada a ${when}.`,
    cancelled: (when) => `su cita del ${when} está cancelada.`,
    declined: (when) => `lo sentimos, ${when} no es posible.`,
    reminder: (when) => `recordatorio, ${when}.`,
    several: (when, count) => `${count} citas, la primera el ${when}.`,
  },
};

const HAS_LINK: ReadonlySet<NotificationKind> = new Set(["requested", "booked", "moved", "reminder"]);
/** The length of a manage link's token in characters. */
const TOKEN_LENGTH = 86;
/** Maximum length in characters of the business's name in a text that would otherwise not fit into one message. */
const SHORT_NAME = 20;

/**
 * Composes a text message to a client with the manage link, in the language and local time of an e-mail to the client. The
 * standard text is used in the form that needs the fewest messages of 160 characters: with the full name of the business, with
 * the shortened name, or with the shortened name followed by the time alone. A text of the business is used unchanged. A series
 * gets the standard text, because the text of the business contains the time of only one appointment.
 */
export function textTo(
  phone: string,
  { appUrl }: NotificationContext,
  notification: AppointmentNotification,
): QueuedText {
  const { kind, appointments } = notification;
  const [first, last] = [appointments[0], appointments.at(-1)];
  if (first === undefined || last === undefined) throw new Error("A notification contains no appointment.");
  const { language, dateLocale } = textsFor(first.locale);
  const sentences = SENTENCES[new Intl.Locale(dateLocale).language] ?? (SENTENCES.en as Sentences);
  const when = shortDateTime(dateLocale, first.time_zone, first.starts_at);
  const name = oneLine(first.business_name);
  const sentence = sentences[appointments.length > 1 ? "several" : kind](when, appointments.length);
  const cut = name.length <= SHORT_NAME ? name : `${name.slice(0, SHORT_NAME - 1).trimEnd()}.`;
  const own =
    appointments.length > 1
      ? undefined
      : ownTextMessage(first.messages?.[kind]?.texts[language], () => valuesOf(first, when));
  const standard = [
    `${name}: ${sentence}`,
    `${cut}: ${sentence}`,
    ...(kind === "reminder" || kind === "booked" ? [`${cut}: ${when}`] : []),
  ];
  const candidates = (own === undefined ? standard : [own]).map(toGsm);
  const hasLink = appUrl !== undefined && appointments.length === 1 && HAS_LINK.has(kind);
  const link = hasLink ? ` ${appUrl}/m/${"-".repeat(TOKEN_LENGTH)}` : "";
  const parts = candidates.map((each) => partsOf(each + link));
  const text = candidates[parts.indexOf(Math.min(...parts))] ?? "";
  return {
    purpose: purposeOf(notification, first),
    to: phone,
    text: hasLink ? `${text} ${manageLinkMark(first.appointment_id)}` : text,
    businessId: first.business_id,
    clientId: first.client_id,
    expiresAt: last.starts_at,
  };
}
