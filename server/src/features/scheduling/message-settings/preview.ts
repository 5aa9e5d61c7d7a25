import { notFound, refuseIf } from "../../../kernel/errors.ts";
import { NIL_ID } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import type { QueuedEmail } from "../../../platform/email/index.ts";
import { partsOf } from "../../../platform/sms/index.ts";
import { manageLinkMark } from "../../booking/manage-links/index.ts";
import { emailTo, type NotifiableAppointment, textTo } from "../appointment-notifications/index.ts";
import type { MessagePreviewInputValues } from "./schema.ts";
import { readMessageSettings, textProblems, textsOf } from "./settings.ts";
import { readExample } from "./store.ts";

const HOUR_MS = 3_600_000;
/** A placeholder token with the length of a manage link's token. */
const EXAMPLE_TOKEN = `example${"-".repeat(79)}`;

/** The e-mail and the text message about an example appointment, and the e-mail address of the user. */
export interface ExampleMessages {
  readonly email: QueuedEmail;
  readonly textMessage: { readonly text: string; readonly parts: number };
  readonly userEmail: string;
}

/**
 * Composes the messages about an example appointment of the business, with the user as the client. Uses the given texts or, without given
 * texts, the saved ones. The manage link is invalid. Throws `validation_failed` for unknown placeholders.
 */
export async function exampleMessages(
  reader: Reader,
  { businessId, userId, appUrl, now }: { businessId: string; userId: string; appUrl: string; now: number },
  { kind, language, texts }: MessagePreviewInputValues,
): Promise<ExampleMessages> {
  refuseIf(textProblems(texts, "/texts"));
  const [example] = await reader.query(readExample, { businessId, userId });
  if (example === undefined) throw notFound();
  const { messages } = await readMessageSettings(reader, businessId);
  const { enabled, texts: saved } = messages[kind];
  const shown = texts === undefined ? saved : { ...saved, [language]: textsOf(texts) };
  const { locale, address, business_time_zone, service_name, country } = example;
  const startsAt = startOfExample(now);
  const appointment: NotifiableAppointment = {
    ...example,
    appointment_id: NIL_ID,
    business_id: businessId,
    client_id: NIL_ID,
    series_id: null,
    status: kind === "moved" || kind === "reminder" ? "booked" : kind,
    starts_at: startsAt,
    ends_at: startsAt + HOUR_MS,
    version: 1,
    source: "app",
    locale: new Intl.Locale(locale).language === language ? locale : language,
    location_name: example.location_name ?? example.business_name,
    time_zone: example.time_zone ?? business_time_zone,
    address: address ?? { line1: "", line2: null, city: "", region: null, postal_code: null, country },
    service_names: service_name === null ? [] : [service_name],
    total_minor: example.total_minor ?? 0,
    deposit_minor: 0,
    client_email: example.email,
    client_phone_e164: null,
    notified_status: "booked",
    notified_starts_at: startsAt - 24 * HOUR_MS,
    known_status: null,
    known_starts_at: null,
    messages: { [kind]: { enabled, texts: shown } },
  };
  const context = { mailer: { from: example.email }, log: () => {}, appUrl };
  const notification = { kind, appointments: [appointment], now };
  const email = emailTo(example.email, context, notification);
  const linked = (text: string) => text.replaceAll(manageLinkMark(NIL_ID), `${appUrl}/m/${EXAMPLE_TOKEN}`);
  const text = linked(textTo("", context, notification).text);
  return {
    email: { ...email, text: linked(email.text), html: linked(email.html ?? "") },
    textMessage: { text, parts: partsOf(text) },
    userEmail: example.email,
  };
}

/** Returns a full hour two days ahead, in milliseconds since the epoch. */
function startOfExample(now: number): number {
  return (Math.floor(now / HOUR_MS) + 48) * HOUR_MS;
}
