/** The languages of the pages, as BCP 47 codes. */
export const LANGUAGES = ["en", "de", "fr", "es"] as const;

export type Language = (typeof LANGUAGES)[number];

/** The name of each language in that language, for the language menu. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

/** Returns the first supported language of the given locales, or English. Locales are BCP 47 tags, such as `de-AT`. */
export function languageOf(locales: readonly string[]): Language {
  for (const locale of locales) {
    const found = LANGUAGES.find((language) => language === locale.slice(0, 2).toLowerCase());
    if (found !== undefined) return found;
  }
  return "en";
}
