import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { spanish } from "./spanish.ts";

/** The texts of all e-mails in one language. Names and times are passed as formatted text. */
export interface EmailTexts {
  /** The part of the subject that follows the name of the business. */
  readonly subject: Readonly<Record<NotificationKind, string>>;
  /** The part of the subject that follows the name of the business, for an e-mail about several appointments of a series. */
  readonly subjectOfSeveral: Readonly<Record<"requested" | "booked", (count: number) => string>>;
  readonly greeting: (name: string) => string;
  readonly opening: Readonly<Record<NotificationKind, (business: string) => string>>;
  readonly openingOfSeveral: Readonly<Record<"requested" | "booked", (business: string) => string>>;
  /** The note that an appointment awaits approval. */
  readonly notConfirmed: string;
  readonly what: string;
  readonly when: string;
  /** Label for the previous start of an appointment that was rescheduled. */
  readonly before: string;
  readonly where: string;
  /** Adds words that the language requires to a formatted date and time, such as "Uhr". */
  readonly clock: (dateAndTime: string) => string;
  /** The text before the telephone number and e-mail address of the location. */
  readonly contact: string;
  /** The text before the contact details in e-mails that are not about a future appointment. */
  readonly questions: string;
  /** Label of the link for rescheduling or cancelling. */
  readonly manage: string;
  /** Labels of a reminder's links for confirming and cancelling. */
  readonly confirm: string;
  readonly cancel: string;
  /** The text before the cancellation terms. */
  readonly terms: string;
  readonly lateCancelFee: (window: string, fee: string) => string;
  readonly noShowFee: (fee: string) => string;
  readonly deposit: (amount: string) => string;
  /** Last line of the terms if the e-mail is about several appointments. */
  readonly termsOfEach: string;
  readonly farewell: string;
  /** Title of the entry in the client's calendar. */
  readonly entry: (business: string) => string;
}

export type EmailLanguage = "en" | "de" | "fr" | "es";

const ofLanguage: Readonly<Record<EmailLanguage, EmailTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/**
 * Returns the texts and the date locale for a business's locale (BCP 47); English with British dates for an unsupported language. Only
 * the language and region of the locale are used.
 */
export function textsFor(locale: string): {
  readonly language: EmailLanguage;
  readonly texts: EmailTexts;
  readonly dateLocale: string;
} {
  const { language, region } = new Intl.Locale(locale);
  if (!isKnown(language)) return { language: "en", texts: english, dateLocale: "en-GB" };
  const dateLocale = region === undefined ? language : `${language}-${region}`;
  return { language, texts: ofLanguage[language], dateLocale };
}

function isKnown(language: string): language is EmailLanguage {
  return Object.hasOwn(ofLanguage, language);
}
