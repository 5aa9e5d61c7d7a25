import { english } from "./english.ts";
import { french } from "./french.ts";
import { german } from "./german.ts";
import type { NotificationKind } from "./notificationKind.ts";
import { spanish } from "./spanish.ts";

/** Everything a letter says in one language. Names and times are handed in ready to be read. */
export interface EmailTexts {
  /** Behind the name of the business, in the subject. */
  readonly subject: Readonly<Record<NotificationKind, string>>;
  /** Of a repeat, told of in one letter. */
  readonly subjectOfSeveral: Readonly<Record<"requested" | "booked", (count: number) => string>>;
  readonly greeting: (name: string) => string;
  readonly opening: Readonly<Record<NotificationKind, (business: string) => string>>;
  readonly openingOfSeveral: Readonly<Record<"requested" | "booked", (business: string) => string>>;
  /** Where the time is not promised yet. */
  readonly notConfirmed: string;
  readonly what: string;
  readonly when: string;
  /** The time that holds no more, of a visit that has moved. */
  readonly before: string;
  readonly where: string;
  /** A date and a time as the runtime writes them, with what the language adds. */
  readonly clock: (dateAndTime: string) => string;
  /** Before telephone and e-mail of the place. */
  readonly contact: string;
  readonly farewell: string;
  /** What the entry in the client's calendar is called. */
  readonly entry: (business: string) => string;
}

const ofLanguage: Readonly<Record<string, EmailTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/**
 * The words of a business's locale (BCP 47), and the locale to write dates in: English, dates as in Great Britain, where
 * we do not know the language. Of the locale only language and country count, whatever else its tag asks for.
 */
export function textsFor(locale: string): { readonly words: EmailTexts; readonly dateLocale: string } {
  const { language, region } = new Intl.Locale(locale);
  const words = ofLanguage[language];
  if (words === undefined) return { words: english, dateLocale: "en-GB" };
  return { words, dateLocale: region === undefined ? language : `${language}-${region}` };
}
