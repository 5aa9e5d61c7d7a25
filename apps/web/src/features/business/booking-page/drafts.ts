import { LANGUAGES, type Language } from "@daybook/i18n";
import type { DataOf } from "@daybook/sdk";

export type BookingPage = DataOf<"get", "/businesses/{business}/booking-page">;

export const TEXT_FIELDS = ["heading", "introduction", "confirmation"] as const;
type TextField = (typeof TEXT_FIELDS)[number];

export interface BookingPageDraft {
  /** The texts by language. For an empty heading, the page shows the standard heading. The page does not show other empty texts. */
  readonly texts: Readonly<Record<Language, Readonly<Record<TextField, string>>>>;
  readonly accent: string;
  readonly origins: string;
  /** The ids of the client fields that the booking page asks for. */
  readonly fields: readonly string[];
}

const byLanguage = <T>(of: (language: Language) => T) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as Record<Language, T>;

/**
 * Converts the settings to a draft. `fieldIds` are the ids of the active client fields. By default, the booking page asks for all of these
 * fields.
 */
export function draftOf(page: BookingPage, fieldIds: readonly string[]): BookingPageDraft {
  return {
    texts: byLanguage((language) => {
      const { heading, introduction, confirmation } = page.texts[language];
      return {
        heading: heading ?? "",
        introduction: introduction ?? "",
        confirmation: confirmation ?? "",
      };
    }),
    accent: page.accent_color,
    origins: page.origins.join("\n"),
    fields: fieldIds.filter((id) => page.client_field_ids?.includes(id) ?? true),
  };
}

/** Converts a draft to the request body. Settings that the form does not show stay unchanged. */
export function bodyOf(draft: BookingPageDraft, page: BookingPage, fieldIds: readonly string[]) {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    texts: byLanguage((language) => {
      const { heading, introduction, confirmation } = draft.texts[language];
      return {
        heading: orNull(heading),
        introduction: orNull(introduction),
        confirmation: orNull(confirmation),
      };
    }),
    accent_color: draft.accent,
    origins: originsOf(draft.origins),
    waitlist_mode: page.waitlist_mode,
    // If all fields are chosen, sends null, so that the page also asks for fields created later.
    client_field_ids: draft.fields.length === fieldIds.length ? null : [...draft.fields],
  };
}

/** Returns the lines as origins. If a line is a URL with a path, returns only the URL's origin. */
export function originsOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  const origins = lines.filter((line) => line !== "").map(originOf);
  return [...new Set(origins)];
}

function originOf(line: string): string {
  const address = /^[a-z]+:/i.test(line) ? line : `https://${line}`;
  return URL.canParse(address) ? new URL(address).origin : line;
}
