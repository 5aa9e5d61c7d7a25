import type { MessageTexts } from "../../../tables/scheduling.ts";
import type { EmailContent } from "./emailBody.ts";
import { oneLine } from "./participants.ts";
import type { NotifiableAppointment } from "./store.ts";

/** The placeholders that the texts of a business may contain, in braces. */
export const PLACEHOLDERS = ["first_name", "business", "location", "services", "date"] as const;

/** The value of each placeholder, as a single line. */
export type Values = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>;

/** Returns the value of each placeholder for an appointment. `date` is its formatted start. */
export function valuesOf(appointment: NotifiableAppointment, date: string): Values {
  return {
    first_name: oneLine(appointment.first_name),
    business: oneLine(appointment.business_name),
    location: oneLine(appointment.location_name),
    services: appointment.service_names.map(oneLine).join(", "),
    date,
  };
}

const PLACEHOLDER = /\{([^{}\s]*)\}/g;

export function unknownPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)]
    .map(([, name = ""]) => name)
    .filter((name) => !PLACEHOLDERS.some((known) => known === name));
}

/** Returns the e-mail parts for which the business has its own texts, with the placeholders filled in. */
export function ownTextsOf(
  texts: MessageTexts | undefined,
  values: Values,
): Partial<Pick<EmailContent, "subject" | "opening" | "closing">> {
  if (texts === undefined) return {};
  const { subject, introduction, closing } = texts;
  return {
    ...(subject === null ? {} : { subject: oneLine(filled(subject, values)) }),
    ...(introduction === null ? {} : { opening: linesOf(filled(introduction, values)) }),
    ...(closing === null ? {} : { closing: linesOf(filled(closing, values)) }),
  };
}

/** Returns the business's text message with the placeholders filled in; undefined if the business uses the standard text. */
export function ownTextMessage(texts: MessageTexts | undefined, values: () => Values): string | undefined {
  const text = texts?.text_message ?? null;
  return text === null ? undefined : linesOf(filled(text, values()));
}

/** Fills all placeholders in one pass, so that braces in a client's name do not count as a placeholder. */
function filled(text: string, values: Values): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof Values] : placeholder,
  );
}

/** Replaces the control and private-use characters of each line with spaces, so that the e-mail contains none of them. */
function linesOf(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(oneLine)
    .join("\n");
}
