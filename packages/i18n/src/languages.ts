/** The languages of the pages, by the codes of BCP 47. */
export const LANGUAGES = ["en", "de", "fr", "es"] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, for a menu of languages. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
};

/** The first of these locales (`de-AT`, `fr`) whose language the pages have; English if there is none. */
export function languageOf(locales: readonly string[]): Language {
  for (const locale of locales) {
    const found = LANGUAGES.find((language) => language === locale.slice(0, 2).toLowerCase());
    if (found !== undefined) return found;
  }
  return "en";
}
