export { LANGUAGE_NAMES, LANGUAGES, type Language, languageOf } from "./languages.ts";
