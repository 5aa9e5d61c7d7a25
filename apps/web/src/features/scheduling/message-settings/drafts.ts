import type { Language } from "@daybook/i18n";
import type { DataOf } from "@daybook/sdk";

export type MessageSettings = DataOf<"get", "/businesses/{business}/messages">;
export type Kind = keyof MessageSettings["messages"];

export const KINDS = [
  "requested",
  "booked",
  "moved",
  "cancelled",
  "declined",
  "reminder",
] as const satisfies readonly Kind[];

/** The placeholders that the server replaces in messages, in the order of their buttons. */
export const PLACEHOLDERS = ["first_name", "date", "services", "location", "business"] as const;

export const TEXT_FIELDS = ["subject", "introduction", "closing", "text_message"] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** The texts of a message in a language. An empty closing means no closing. Any other empty text means the standard text. */
export type TextsDraft = Readonly<Record<TextField, string>>;

export interface MessagesDraft {
  readonly messages: Readonly<
    Record<Kind, { readonly enabled: boolean; readonly texts: Readonly<Record<Language, TextsDraft>> }>
  >;
  readonly hours: number | string;
}

const LANGUAGES = ["en", "de", "fr", "es"] as const satisfies readonly Language[];

const byLanguage = <T>(of: (language: Language) => T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Record<Language, T>;
const byKind = <T>(of: (kind: Kind) => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, T>;

export function draftOf({ messages, reminder_hours_before }: MessageSettings): MessagesDraft {
  return {
    messages: byKind((kind) => ({
      enabled: messages[kind].enabled,
      texts: byLanguage((language) => {
        const { subject, introduction, closing, text_message } = messages[kind].texts[language];
        return {
          subject: subject ?? "",
          introduction: introduction ?? "",
          closing: closing ?? "",
          text_message: text_message ?? "",
        };
      }),
    })),
    hours: reminder_hours_before,
  };
}

/** Converts texts to a request body. Empty texts become null. */
export function textsBody({ subject, introduction, closing, text_message }: TextsDraft) {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    subject: orNull(subject),
    introduction: orNull(introduction),
    closing: orNull(closing),
    text_message: orNull(text_message),
  };
}

export function bodyOf({ messages, hours }: MessagesDraft) {
  return {
    messages: byKind((kind) => ({
      enabled: messages[kind].enabled,
      texts: byLanguage((language) => textsBody(messages[kind].texts[language])),
    })),
    reminder_hours_before: Number(hours),
  };
}

/** Whether the draft contains a custom text for the message in any language. */
export function hasOwnText(draft: MessagesDraft, kind: Kind): boolean {
  return Object.values(draft.messages[kind].texts).some((texts) =>
    TEXT_FIELDS.some((field) => texts[field].trim() !== ""),
  );
}
